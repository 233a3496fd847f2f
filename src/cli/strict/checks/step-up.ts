/** What needs a fresh sign-in. @module */
import { fieldOf, textOf } from '../ask.js'
import { noteUnlessLimited, type Outcome, type Page, type PageCall } from '../page.js'
import type { GivenAnswer } from '../recorder.js'
import type { RuleName } from '../rules.js'
import { type Holder, type Scene, unknownId } from '../scene.js'
import { problem } from './answers.js'
import { type ListedCall, listedCalls } from './calls.js'
import { signInWithPasskey } from './sign-in.js'

const json = { 'Content-Type': 'application/json' }

const needed = { status: [403], code: 'STEP_UP_REQUIRED' }

/** The calls that need a sign-in that is not used up. */
const provenCalls = ({ mine }: Scene): readonly ListedCall[] =>
  listedCalls(mine).filter(
    ({ method, path }) =>
      (method === 'POST' && /^\/auth\/(credentials|passkey-registration-options)$/.test(path)) ||
      (method === 'DELETE' && path.startsWith('/auth/credentials/')) ||
      path.endsWith('/export'),
  )

/** Makes each call that needs a sign-in, where there is none, and notes whether it is refused. */
export async function refuseUnproven(rule: RuleName, page: Page, scene: Scene): Promise<void> {
  for (const call of provenCalls(scene)) {
    const outcome = await page.refused(rule, call, needed)
    noteAge(rule, outcome, scene)
  }
}

async function checkFirst(scene: Scene): Promise<void> {
  const { page, mine } = scene
  await checkList(scene)
  await refuseUnproven('stepUp.first', page, scene)
  const refresh = listedCalls(mine).find(({ path }) => path.endsWith('/refresh'))
  if (refresh !== undefined)
    noteAge('stepUp.refresh', await page.refused('stepUp.refresh', refresh, needed), scene)
}

/** Calls without a sign-in, where the service says what it wants of the account's credentials. */
async function checkList({ page, mine, recorder, judge }: Scene): Promise<void> {
  const [options, creation] = ['/auth/passkey-registration-options', '/auth/credentials']
  const path = `/auth/credentials?accountId=${mine.account}`
  const given = async (answer: GivenAnswer, call: PageCall): Promise<Outcome> => {
    recorder.intercept((method, at) =>
      method === 'GET' && at === path
        ? answer
        : method === 'POST' && at === creation
          ? problem(400, 'INVALID_INPUT')
          : undefined,
    )
    const outcome = await page.call(call)
    recorder.intercept(undefined)
    return outcome
  }
  const wanted = { method: 'POST', path: options, body: { accountId: mine.account, nickname: 'Phone' } }
  const none = await given({ status: 200, headers: json, body: '{"data":[]}' }, wanted)
  const failed = await given(problem(404, 'NOT_FOUND'), {
    ...{ method: 'POST', path: creation, having: 'a list that is 404' },
    body: { accountId: mine.account, type: 'OAUTH', oidcToken: 'a.b.c' },
  })
  // A backend may know by another way that the account has credentials.
  for (const [rule, outcome, holds] of [
    ['stepUp.none', none, none.answer?.status === 200],
    ['stepUp.list', failed, [502, 504].includes(failed.answer?.status ?? 0) && failed.heard.length === 0],
  ] as const)
    if (outcome.lookedUp.length === 0 && outcome.answer?.code === 'STEP_UP_REQUIRED')
      judge.skip(rule, 'the backend did not ask for the list')
    else noteUnlessLimited(judge, rule, outcome, holds)
}

/** Before anybody signs in through the backend. */
export async function checkUnproven(scene: Scene): Promise<void> {
  const { page, mine, others, judge } = scene
  judge.skip('stepUp.age', 'it would take five minutes')
  if (mine.isNew) await checkFirst(scene)
  else
    for (const rule of ['stepUp.first', 'stepUp.refresh'] as const)
      judge.skip(rule, 'the account was checked before, so this login may have signed in')
  await signInAs(scene, { ...mine, account: others.account }, page)
  await refuseUnproven('stepUp.account', page, scene)
}

/** Has the service sign somebody in to an account, with the credential of that account or of another one. */
export async function signInAs(
  { recorder }: Scene,
  { account, credential, key }: Holder,
  page: Page,
): Promise<void> {
  const path = `/auth/credentials/${credential}/verify`
  const session = { status: 200, headers: json, body: JSON.stringify(sessionOf(account)) }
  recorder.intercept((method, at) => (method === 'POST' && at === path ? session : undefined))
  const otp = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: key.uncompressed }
  await page.call({ method: 'POST', path, body: otp })
  recorder.intercept(undefined)
}

const sessionOf = (accountId: string) => ({
  ...{ id: unknownId('Session'), accountId, type: 'EMAIL_OTP', nickname: 'ada@example.com' },
  encryptedSessionSigningKey:
    'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  expiresAt: '2999-01-01T00:00:00.000Z',
})

/** What a 202, and a refused stamp, leave of a sign-in. The service's part is played here. */
export async function checkCover(scene: Scene): Promise<void> {
  const { page, elsewhere, mine, recorder } = scene
  if (!(await signInWithPasskey(scene))) return
  const call = { method: 'DELETE', path: `/auth/credentials/${mine.credential}` }
  recorder.intercept((method) => (method === call.method ? challenged : undefined))
  const { answer } = await page.call(call)
  const headers = { 'Wallet-Signature': 'stamp', 'Wallet-Request-Id': textOf(answer?.value, 'requestId') }
  if (answer?.status === 202) await elsewhere?.refused('stepUp.login', { ...call, headers }, needed)
  const unstamped = problem(401, 'UNAUTHORIZED', { reason: 'Invalid signature' })
  recorder.intercept((method) => (method === call.method ? unstamped : undefined))
  const stamped = { ...call, headers, having: 'a stamp that was refused before' }
  // The cover is used up although the call was refused, and so is the sign-in of the first leg.
  if (answer?.status === 202 && (await page.call(stamped)).heard.length > 0)
    await page.refused('stepUp.once', stamped, needed)
  recorder.intercept(undefined)
}

/** The answer to a first leg. */
export const challenged: GivenAnswer = {
  status: 202,
  headers: json,
  body: JSON.stringify({
    requestId: `Request:${crypto.randomUUID()}`,
    payloadToSign: '{}',
    expiresAt: '2999-01-01T00:00:00.000Z',
  }),
}

/** A page needs to know how young a sign-in has to be. */
function noteAge(rule: RuleName, { answer, seen }: Outcome, { judge }: Scene): void {
  if (answer?.code !== 'STEP_UP_REQUIRED') return
  judge.note(
    rule,
    typeof fieldOf(answer.value, 'details.maxAge') === 'number',
    `${seen} without details.maxAge`,
  )
}
