/** Whether a person's calls end with 429. They use up the limits, so nothing can come after them. @module */
import type { PageCall } from '../page.js'
import type { GivenAnswer } from '../recorder.js'
import type { RuleName } from '../rules.js'
import { type Scene, unknownId } from '../scene.js'

/** The most calls that a limit may let through. They are looser than the defaults of this library. */
const most = { lookUps: 100, texts: 30, codes: 40, verifies: 50, calls: 1_200 } as const

const json = { 'Content-Type': 'application/json' }

export async function checkLimits(scene: Scene): Promise<void> {
  const { page, mine, recorder, judge, found } = scene
  const verify = {
    method: 'POST',
    path: `/auth/credentials/${mine.credential}/verify`,
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: mine.key.uncompressed },
  }
  const challenge = (id: string) => ({ method: 'POST', path: `/auth/credentials/${id}/challenge` })
  // Answered here, so that neither a limit of the emulator nor a code that is void can be taken for the backend's.
  recorder.intercept((method, path) => {
    if (method === 'POST' && path.endsWith('/verify')) return refusal
    if (method !== 'POST' || !path.endsWith('/challenge')) return undefined
    const type = path.includes(found.texted ?? 'none') ? 'SMS_OTP' : 'EMAIL_OTP'
    const [id, at] = [path.split('/')[3], '2026-01-01T00:00:00.000Z']
    const sent = { id, accountId: mine.account, type, nickname: mine.email, createdAt: at, updatedAt: at }
    return { status: 200, headers: json, body: JSON.stringify(sent) }
  })
  if (found.texted !== undefined)
    await ends(scene, 'limits.texts', most.texts, () => challenge(found.texted ?? ''))
  await ends(scene, 'limits.codes', most.codes, () => challenge(mine.credential))
  await ends(scene, 'limits.verifies', most.verifies, () => verify)
  await alsoElsewhere(scene, challenge(mine.credential), verify)
  await ends(scene, 'limits.lookUps', most.lookUps, () => challenge(unknownId('AuthMethod')))
  const list = { method: 'GET', path: `/auth/credentials?accountId=${mine.account}` }
  await ends(scene, 'limits.calls', most.calls, () => list)
  recorder.intercept(undefined)
  if (found.texted === undefined && page === scene.page)
    judge.skip('limits.texts', 'no SMS_OTP credential was added')
}

/** Makes calls in another login session that have used up the account's limits in the first one. */
async function alsoElsewhere({ elsewhere, judge }: Scene, ...calls: readonly PageCall[]): Promise<void> {
  if (elsewhere === undefined) return judge.skip('limits.account', 'it needs --second-cookie')
  for (const call of calls) {
    const { answer, heard, seen } = await elsewhere.once(call)
    const isOver = answer?.status === 429 && heard.length === 0
    judge.note('limits.account', isOver, `${seen} in another login session`)
  }
}

const refusal: GivenAnswer = {
  status: 401,
  headers: json,
  body: '{"status":401,"code":"UNAUTHORIZED","message":"Refused.","reason":"Invalid OTP code"}',
}

/** Calls until the backend answers 429, and notes whether that comes in time and says how long to wait. */
async function ends(
  { page, judge }: Scene,
  rule: RuleName,
  limit: number,
  next: () => PageCall,
): Promise<void> {
  for (let count = 1; count <= limit; count += 1) {
    const { answer, heard, seen } = await page.once(next())
    if (answer?.status !== 429) continue
    const wait = Number(answer.headers['retry-after'])
    const isOwn = heard.length === 0 && answer.code === 'RATE_LIMITED' && wait > 0
    return judge.note(rule, isOwn, `${seen}, Retry-After: ${answer.headers['retry-after']}`)
  }
  judge.note(rule, false, `${limit} calls were let through`)
}
