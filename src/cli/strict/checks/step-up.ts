/** What needs a fresh sign-in. @module */
import { fieldOf, textOf } from '../ask.js'
import type { Outcome, Page } from '../page.js'
import type { RuleName } from '../rules.js'
import { type Scene, unknownId } from '../scene.js'
import { type ListedCall, listedCalls } from './calls.js'
import { signInWithPasskey } from './sign-in.js'

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
  await refuseUnproven('stepUp.first', page, scene)
  const refresh = listedCalls(mine).find(({ path }) => path.endsWith('/refresh'))
  if (refresh !== undefined)
    noteAge('stepUp.refresh', await page.refused('stepUp.refresh', refresh, needed), scene)
}

/** Before anybody signs in through the backend. */
export async function checkUnproven(scene: Scene): Promise<void> {
  const { page, mine, others, judge, recorder } = scene
  judge.skip('stepUp.age', 'it would take five minutes')
  if (mine.isNew) await checkFirst(scene)
  else
    for (const rule of ['stepUp.first', 'stepUp.refresh'] as const)
      judge.skip(rule, 'the account was checked before, so this login may have signed in')
  const path = `/auth/credentials/${mine.credential}/verify`
  recorder.intercept((method, at) =>
    method === 'POST' && at === path
      ? {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(sessionOf(others.account)),
        }
      : undefined,
  )
  const otp = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: mine.key.uncompressed }
  await page.call({ method: 'POST', path, body: otp })
  recorder.intercept(undefined)
  await refuseUnproven('stepUp.account', page, scene)
}

const sessionOf = (accountId: string) => ({
  ...{ id: unknownId('Session'), accountId, type: 'EMAIL_OTP', nickname: 'ada@example.com' },
  encryptedSessionSigningKey:
    'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  expiresAt: '2999-01-01T00:00:00.000Z',
})

/** Repeats a call in another login session than the one that got the 202. The service's part is played here. */
export async function checkCover(scene: Scene): Promise<void> {
  const { page, elsewhere, mine, recorder } = scene
  if (elsewhere === undefined || !(await signInWithPasskey(scene))) return
  const call = { method: 'DELETE', path: `/auth/credentials/${mine.credential}` }
  recorder.intercept((method) => (method === call.method ? challenged : undefined))
  const { answer } = await page.call(call)
  const headers = { 'Wallet-Signature': 'stamp', 'Wallet-Request-Id': textOf(answer?.value, 'requestId') }
  if (answer?.status === 202) await elsewhere.refused('stepUp.login', { ...call, headers }, needed)
  recorder.intercept(undefined)
}

const challenged = {
  status: 202,
  headers: { 'Content-Type': 'application/json' },
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
