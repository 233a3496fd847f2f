/** The screen on which the user enters a code. @module */
import type { CredentialType } from '../../../index.js'
import { type CodeState, codeView } from '../../code-view.js'
import type { Messages } from '../../messages/messages.js'
import type { View } from '../../panel.js'
import { codeFormOf, numberIn } from '../../read-code.js'
import { clockText, secondsUntil } from '../../text.js'
import { cancel, run } from '../calls.js'
import { looks } from '../looks.js'
import { factsOf, type SignInModel, type Watched } from '../model.js'
import { problemKeyOf } from '../screen.js'

export function codeScreen(
  model: SignInModel,
  at: Watched,
  type: CredentialType,
  label: keyof Messages,
): View {
  const state = (): CodeState => codeStateOf(model, at, type)
  const { length, isAlphanumeric } = state().form
  at.draft ??= { text: '', tried: '' }
  const { draft } = at
  const leave = factsOf(model).ways.length > 1 ? 'otherWay' : 'cancel'
  const submit = (otp: string): Promise<void> =>
    run(model, { name: 'submit' }, type, () => at.wallet.submit({ otp }))
  const resend = (): void =>
    void run(model, { name: 'resend' }, 'sending', async () => {
      await at.wallet.resend()
      model.status = 'resent'
      draft.text = undefined
    })
  return {
    key: `code ${type} ${length} ${isAlphanumeric} ${leave}`,
    build: () => {
      const words = { heading: 'codeHeading', label, submit: 'codeSubmit', leave } as const
      return codeView(
        model.panel.say,
        words,
        { state, draft },
        { submit, resend, leave: () => cancel(model) },
      )
    },
  }
}

function codeStateOf(model: SignInModel, at: Watched, type: CredentialType): CodeState {
  const { host, panel, call } = model
  const { flow } = at.wallet.getState()
  const isAwaited = flow.status === 'awaitingProof'
  const resendAt = isAwaited && flow.resendAt !== undefined ? Date.parse(flow.resendAt) : 0
  const now = at.wallet.now()
  // A `resendAt` in the past is when the last code was sent. A `resendAt` in the future is when the service will accept
  // another request.
  if (resendAt > 0 && resendAt <= now) at.sentAt = resendAt
  const lifetime = numberIn(host.element, 'code-lifetime')
  const left =
    lifetime !== undefined && at.sentAt !== undefined
      ? secondsUntil(at.sentAt + lifetime * 1000, now)
      : undefined
  const address = at.account?.credentials.find((each) =>
    isAwaited ? each.id === flow.credential : each.type === type,
  )?.nickname
  const problem = problemKeyOf(factsOf(model))
  const expires = (seconds: number): string =>
    seconds > 0 ? panel.say('codeExpires', { time: clockText(seconds) }) : panel.say('codeExpired')
  return {
    // A wallet in a frame has no addresses.
    text: address ? panel.say('codeSent', { address }) : '',
    form: codeFormOf(host.element),
    isChecking: flow.status === 'verifying',
    isResending: call?.name === 'resend',
    isWrong: [looks[type].refused, 'codeVoid', 'codeMissing'].includes(problem ?? ''),
    isVoid: problem === 'codeVoid',
    resendIn: secondsUntil(resendAt, now),
    hint: left === undefined ? undefined : expires(left),
  }
}
