/** What `<wallet-sign-in>` asks of the wallet: to read the account, to prepare, to sign in, to cancel. @module */
import { credentialTypes } from '../../index.js'
import { type Doing, problemOf, textFor } from '../problems.js'
import { printProblem, reportProblem } from '../report-problem.js'
import { factsOf, forgetCall, type SignInModel, type Watched } from './model.js'
import { withoutPasskeys } from './screen.js'
import { type Call, isPasskey, readAccount, type Way } from './ways.js'

/** Reads the account, unless it is being read. */
export async function load(model: SignInModel, at: Watched): Promise<void> {
  if (at.isLoading) return
  at.isLoading = true
  at.isBack = false
  delete at.failure
  try {
    at.account = await readAccount(at.wallet, at.controller.signal)
  } catch (error) {
    at.failure = problemOf(error)
    printProblem(error, textFor(at.failure, undefined))
  }
  at.isLoading = false
  if (at.failure && at.isBack) void load(model, at)
  if (model.watched === at) model.render()
}

/** Reads the account again, if it could not be read. */
export function retry(model: SignInModel): void {
  if (model.watched?.failure !== undefined) void load(model, model.watched)
  model.render()
}

/** Calls the wallet. Shows the call's error, unless a newer call was made or the user cancelled in the meantime. */
export async function run(
  model: SignInModel,
  next: Call,
  doing: Doing,
  work: () => Promise<unknown>,
): Promise<void> {
  const at = model.watched
  if (at === undefined) return
  const number = forgetCall(model)
  model.call = next
  // `submit` and `resend` do not change the view, so the focus stays where it is.
  if (next.name === 'signIn') model.panel.takeFocus()
  model.render()
  try {
    await work()
  } catch (error) {
    if (number !== model.calls) return
    const failed = problemOf(error)
    model.problem = { error: failed, doing }
    if (failed.retryAfter !== undefined && next.way !== undefined)
      model.blocked = { way: next.way.key, until: at.wallet.now() + failed.retryAfter * 1000 }
    if (failed.code.startsWith('CREDENTIAL_')) void load(model, at)
    const text = textFor(failed, doing)
    if (at.account && withoutPasskeys.has(text)) at.account = { ...at.account, hasPasskeys: false }
    reportProblem(model.host, error, text)
  }
  if (number !== model.calls) return
  model.call = undefined
  model.render()
}

/** Signs in by a way, during the click on its button. */
export function signIn(model: SignInModel, way: Way): void {
  const at = model.watched
  if (at === undefined) return
  model.lastWay = way.key
  const { type } = way.credential
  if (isPasskey(type)) at.preparedUntil = 0
  // Where the proof is a code, this call only has it sent.
  const doing = credentialTypes[type].proof === 'otp' ? 'sending' : type
  void run(model, { name: 'signIn', way }, doing, () => way.signIn(at.wallet))
}

/** Ends the flow, and leads back to the ways to sign in. */
export function cancel(model: SignInModel): void {
  forgetCall(model)
  model.panel.takeFocus()
  model.watched?.wallet.cancel()
  model.render()
}

/** Requests the passkey challenge before the click, so that the click opens the browser's passkey dialog at once. */
export function prepare(model: SignInModel): void {
  const at = model.watched
  const credential = factsOf(model).ways.find((way) => isPasskey(way.credential.type))?.credential
  const isDue = at && credential && model.call === undefined && at.preparedUntil <= at.wallet.now()
  if (!isDue) return
  at.preparedUntil = Number.POSITIVE_INFINITY
  const { signal } = at.controller
  const { type, id } = credential
  at.wallet
    .prepare({ type, credential: id, signal })
    // This error is not shown. The click requests the challenge again, and shows an error if that fails too.
    .catch(() => undefined)
    .then((prepared) => {
      // Without this pause after a failure, every pointer event could request a challenge.
      at.preparedUntil = Date.parse(prepared?.usableUntil ?? '') || at.wallet.now() + 30_000
    })
}
