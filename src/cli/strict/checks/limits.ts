/** Whether a person's calls end with 429. They use up the limits, so nothing that needs them can come after. @module */
import type { Outcome, Page, PageCall } from '../page.js'
import { isLimited } from '../page.js'
import type { GivenAnswer } from '../recorder.js'
import type { RuleName } from '../rules.js'
import { type Holder, type Scene, unknownId } from '../scene.js'

/** The most calls that a limit may let through. They are looser than the defaults of this library. */
const most = { lookUps: 100, texts: 30, codes: 40, verifies: 50, calls: 1_200 } as const

const minute = 60_000

/** How often another limit is waited for. */
const mostWaits = 2

const json = { 'Content-Type': 'application/json' }

const challenge = (id: string): PageCall => ({ method: 'POST', path: `/auth/credentials/${id}/challenge` })

/** Codes by text message. They use up the limit of codes, too, where they have none of their own. */
export async function checkTexts(scene: Scene): Promise<void> {
  const { mine, found, judge } = scene
  judge.skip('limits.everyone', 'it would take 1,000 texts in an hour')
  const { texted } = found
  if (texted === undefined) return judge.skip('limits.texts', 'no SMS_OTP credential was added')
  answerCodes(scene)
  await ends(scene, {
    ...{ rule: 'limits.texts', most: most.texts, next: () => challenge(texted) },
    // A limit that holds for mailed codes, too, is that of codes.
    beside: { call: challenge(mine.credential), what: 'the limit of codes' },
  })
  scene.recorder.intercept(undefined)
}

export async function checkLimits(scene: Scene): Promise<void> {
  const { mine, recorder, judge } = scene
  judge.skip('limits.login', 'it needs --second-account')
  const verify = {
    method: 'POST',
    path: `/auth/credentials/${mine.credential}/verify`,
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: mine.key.uncompressed },
  }
  const list = { method: 'GET', path: `/auth/credentials?accountId=${mine.account}` }
  answerCodes(scene)
  const beside = { call: list, what: 'the limit of calls' }
  const limits: readonly Looked[] = [
    { rule: 'limits.codes', most: most.codes, next: () => challenge(mine.credential), beside },
    { rule: 'limits.verifies', most: most.verifies, next: () => verify, beside },
    {
      // Twice as many, in case that a period of a minute ends on the way.
      ...{ rule: 'limits.lookUps', most: 2 * most.lookUps, period: minute, beside },
      next: () => challenge(unknownId('AuthMethod')),
    },
    { rule: 'limits.calls', most: 2 * most.calls, period: minute, next: () => list },
  ]
  for (const limit of limits)
    if (await ends(scene, limit)) {
      await alsoElsewhere(scene, limit)
      if (limit.rule === 'limits.codes') await alsoOfSecond(scene)
    }
  recorder.intercept(undefined)
}

/** Answers here, so that neither a limit of the emulator nor a code that is void can be taken for the backend's. */
function answerCodes({ recorder, mine, second, found }: Scene): void {
  recorder.intercept((method, path) => {
    if (method === 'POST' && path.endsWith('/verify')) return refusal
    if (method !== 'POST' || !path.endsWith('/challenge')) return undefined
    const type = path.includes(found.texted ?? 'none') ? 'SMS_OTP' : 'EMAIL_OTP'
    const [id, at] = [path.split('/')[3], '2026-01-01T00:00:00.000Z']
    const accountId = id === second?.credential ? second?.account : mine.account
    const sent = { id, accountId, type, nickname: mine.email, createdAt: at, updatedAt: at }
    return { status: 200, headers: json, body: JSON.stringify(sent) }
  })
}

const refusal: GivenAnswer = {
  status: 401,
  headers: json,
  body: '{"status":401,"code":"UNAUTHORIZED","message":"Refused.","reason":"Invalid OTP code"}',
}

/** A limit that is looked at. */
interface Looked {
  readonly rule: RuleName
  /** The most calls that it may let through. */
  readonly most: number
  /** In milliseconds, of a limit whose period may end more than once while it is looked at. */
  readonly period?: number
  readonly next: () => PageCall
  /** A call that another limit refuses, but not this one: without it, a 429 would not say which limit it is. */
  readonly beside?: { readonly call: PageCall; readonly what: string }
}

/** Calls until the backend answers 429, and notes whether that comes in time. Resolves with whether it came. */
async function ends({ page, judge }: Scene, looked: Looked): Promise<boolean> {
  const { rule, most, period, next, beside } = looked
  const since = performance.now()
  let waits = 0
  for (let count = 0; count <= most; count += 1) {
    const outcome = await page.once(next())
    const { answer, seen } = outcome
    if (isLimited(outcome)) {
      if (beside === undefined || !isLimited(await page.once(beside.call))) {
        const wait = answer?.headers['retry-after']
        const isWhole = answer?.code === 'RATE_LIMITED' && Number(wait) > 0
        judge.note(rule, isWhole, `${seen}, Retry-After: ${wait}`)
        return true
      }
      waits += 1
      // Waits for the other limit, if that is over soon.
      if (waits <= mostWaits && !isLimited(await page.call(beside.call))) continue
      judge.skip(rule, `${beside.what} came first, after ${count} calls`)
      return false
    }
    if (!isLetThrough(rule, outcome)) {
      judge.skip(rule, `it was refused: ${seen}`)
      return false
    }
  }
  const took = performance.now() - since
  if (period !== undefined && took >= period)
    judge.skip(
      rule,
      `${most + 1} calls took ${Math.round(took / 1000)} s, so the period of the limit may have ended more than once`,
    )
  else judge.note(rule, false, `${most + 1} calls were let through`)
  return false
}

/** Whether a call reached the service. An id that nobody has is looked up there, and then refused. */
const isLetThrough = (rule: RuleName, { answer, heard }: Outcome): boolean =>
  rule === 'limits.lookUps' ? answer?.status === 403 : heard.length > 0

/** Makes a call in another login session that has just been refused by a limit in the first one. */
async function alsoElsewhere({ page, elsewhere, judge }: Scene, { rule, next }: Looked): Promise<void> {
  const isOfAccount = rule === 'limits.codes' || rule === 'limits.verifies'
  const shared = isOfAccount ? 'limits.account' : 'limits.person'
  if (elsewhere === undefined) return judge.skip(shared, 'it needs --second-cookie')
  const isOver = async (by: Page) => isLimited(await by.once(next()))
  const isAlso = await isOver(elsewhere)
  // Not if a period has just ended, and so for the first login session, too.
  if (isAlso || (await isOver(page)))
    judge.note(shared, isAlso, `${next().path} is let through in another login session`)
  else judge.skip(shared, 'the period of the limit ended')
}

/** How many codes for the second account may be let through where the first one has just used up the limit. */
const mostLeft = 3

/** Asks in the same login session for codes of the person's other account. */
async function alsoOfSecond({ page, second, mine, judge }: Scene): Promise<void> {
  if (second === undefined) return
  const limited = async ({ credential }: Holder): Promise<Outcome> => page.once(challenge(credential))
  let count = 0
  while (count <= mostLeft && (await limited(second)).heard.length > 0) count += 1
  // Not if the period has just ended, and so for the first account, too.
  if (!isLimited(await limited(mine))) judge.skip('limits.login', 'the period of the limit ended')
  else
    judge.note(
      'limits.login',
      isLimited(await limited(second)),
      `${count} codes of a second account are let through in the same login session`,
    )
}
