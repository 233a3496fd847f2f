/** A signed call: its first leg, the stamp, and the repetition. @module */
import { parseJson } from '../../../wire/schema.js'
import { fieldOf, textOf } from '../ask.js'
import { noteUnlessLimited, type Outcome, type PageCall } from '../page.js'
import type { RuleName } from '../rules.js'
import type { LiveSession, Scene } from '../scene.js'

/** What came of both legs. `done` is missing if the first one was not answered with 202. */
export interface Signed {
  readonly asked: Outcome
  readonly done?: Outcome
}

/** Makes a call, and repeats it with the stamp of a session. Notes what is passed on on the way. */
export async function signed(scene: Scene, rule: RuleName, call: PageCall, by: LiveSession): Promise<Signed> {
  const { page, judge } = scene
  const asked = await page.call(call)
  if (asked.answer?.status !== 202) return { asked }
  const payload = textOf(asked.answer.value, 'payloadToSign')
  const [stamp, requestId] = [by.key.stamp(payload), textOf(asked.answer.value, 'requestId')]
  const headers = { 'Wallet-Signature': stamp, 'Wallet-Request-Id': requestId }
  // Nothing is left of the sign-in that the first leg used up.
  const isCovered = rule === 'flow.passkey' || rule === 'flow.credential'
  if (isCovered) await page.refused('stepUp.bound', { ...otherThan(call, scene), headers }, needed)
  const done = await page.call({ ...call, headers })
  if (isCovered && done.heard.length > 0)
    await page.refused('stepUp.once', { ...call, headers }, { status: [400, 403] })
  const [first, second] = [asked.heard[0], done.heard[0]]
  if (rule !== 'flow.refresh' && rule !== 'flow.revoke')
    judge.note('stepUp.covers', second !== undefined, done.seen)
  if (second === undefined) return { asked, done }
  const isKept =
    second.headers['service-wallet-signature'] === stamp && second.headers['request-id'] === requestId
  judge.note('headers.signature', isKept, `${done.seen}: stamp or request id changed`)
  const sent = Buffer.from(call.body === undefined ? '' : JSON.stringify(call.body))
  for (const { body } of [first, second].filter((each) => each !== undefined))
    noteBytes(judge, 'body.bytes', asked.call, [sent, body])
  return { asked, done }
}

/** Notes whether a body arrived byte for byte, and how it looks around the first difference. */
export function noteBytes(
  judge: Scene['judge'],
  rule: RuleName,
  call: string,
  [sent, arrived]: readonly [Buffer, Buffer],
): void {
  const found = sent.findIndex((byte, index) => byte !== arrived[index])
  const from = Math.max(0, (found < 0 ? sent.length : found) - 20)
  const part = (bytes: Buffer): string => visible(bytes.subarray(from, from + 60).toString('utf8'))
  judge.note(rule, sent.equals(arrived), `${call}: …${part(sent)}… became …${part(arrived)}…`)
}

const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => `<U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}>`)

const needed = { status: [403], code: 'STEP_UP_REQUIRED' }

/** Returns another call that needs a sign-in of its own. The service would refuse its stamp. */
const otherThan = ({ method, path }: PageCall, { mine }: Scene): PageCall =>
  method === 'DELETE'
    ? { method, path: path.replace(/[^/]+$/, mine.credential) }
    : { method, path, body: { type: 'OAUTH', accountId: mine.account, oidcToken: 'a.b.c' } }

/** Notes whether a call succeeded, and whether its answer came back as the service gave it. */
export function noteSuccess({ judge }: Scene, rule: RuleName, outcome: Outcome, status: number): boolean {
  const isDone = outcome.answer?.status === status
  noteUnlessLimited(judge, rule, outcome, isDone)
  notePassedBack(judge, outcome)
  return isDone
}

/** Notes whether a success of the service came back with its status and bytes. A quote may have a name added. */
export function notePassedBack(judge: Scene['judge'], { answer, heard, call, seen }: Outcome): void {
  const given = heard.at(-1)?.answered
  if (answer === undefined || given === undefined || given.status >= 300) return
  const isSame = call.includes(' /quotes/')
    ? fieldOf(answer.value, 'id') === textOf(parseJson(String(given.body)), 'id')
    : Buffer.from(given.body ?? '').equals(answer.body)
  judge.note(
    'answer.bytes',
    isSame && answer.status === given.status,
    `${seen}, where the service said ${given.status}`,
  )
}
