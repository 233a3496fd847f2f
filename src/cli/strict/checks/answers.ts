/** What a backend makes of the service's answers: the recorder answers in its place. @module */
import { fieldOf } from '../ask.js'
import { noteUnlessLimited, type PageCall, secretsOf } from '../page.js'
import type { GivenAnswer, Interception } from '../recorder.js'
import type { Scene } from '../scene.js'
import { executeProven } from './payments.js'

/** A refusal in the service's place. */
export const problem = (status: number, code: string, more: object = {}): GivenAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ status, code, message: 'Refused.', ...more }),
})

export async function checkAnswers(scene: Scene): Promise<void> {
  const { page, mine, recorder, judge, found } = scene
  const { account, credential, quote } = mine
  const list = { method: 'GET', path: `/auth/credentials?accountId=${account}` }
  // That of a passkey, which counts toward no limit of codes, where there is one.
  const challenge = { method: 'POST', path: `/auth/credentials/${found.passkey?.id ?? credential}/challenge` }
  const execute = { method: 'POST', path: `/quotes/${quote}/execute` }
  const verify = {
    method: 'POST',
    path: `/auth/credentials/${credential}/verify`,
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: mine.key.uncompressed },
  }
  /** Calls with this answer of the service to exactly this call. */
  const given = async (call: PageCall, answer: ReturnType<Interception>) => {
    recorder.intercept((method, path) => (method === call.method && path === call.path ? answer : undefined))
    const outcome = call === execute ? await executeProven(scene, quote, {}) : await page.call(call)
    recorder.intercept(undefined)
    return outcome
  }
  const isFailure = (status = 0): boolean => status === 502 || status === 504

  const redirect: GivenAnswer = { status: 302, headers: { Location: '/2025-10-13/customers' } }
  for (const call of [list, challenge]) {
    const outcome = await given(call, redirect)
    const { answer, heard, seen } = outcome
    const isStopped = isFailure(answer?.status) && heard.length === 1 && !answer?.headers.location
    const what = `${seen}, after ${heard.length} calls of the service`
    noteUnlessLimited(judge, 'answer.redirect', outcome, isStopped, what)
  }

  const limited = { ...problem(429, 'RATE_LIMITED'), headers: { 'Retry-After': '17' } }
  const slowed = await given(challenge, limited)
  const wait = slowed.answer?.headers['retry-after']
  const isPassed = slowed.answer?.status === 429 && wait === '17'
  noteUnlessLimited(judge, 'answer.retryAfter', slowed, isPassed, `${slowed.seen}, Retry-After: ${wait}`)

  const busy = await given(list, limited)
  if (busy.answer?.status === 503) {
    const again = busy.answer.headers['retry-after']
    judge.note('answer.retryAfter', again === '17', `${busy.seen}, Retry-After: ${again}`)
  }

  const dated = { 'Content-Type': 'application/json', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' }
  const details = { field: 'otp' }
  const reasoned = problem(400, 'INVALID_INPUT', { reason: 'Expired', details, trace: 'at line 1' })
  const bare = { status: 400, headers: dated, body: '{"trace":"at line 1"}' }
  for (const answer of [
    { status: 200, headers: dated, body: '{"data":[]}' },
    { ...reasoned, headers: dated },
    bare,
  ]) {
    const { answer: got, heard, seen } = await given(list, answer)
    if (heard.length === 0 || got?.status !== answer.status) continue
    const { date } = got.headers
    judge.note('answer.date', date === dated.Date, `${seen}: ${date} where the service says ${dated.Date}`)
    if (answer.status === 200) continue
    judge.note('answer.fields', !got.body.includes('at line 1'), `${seen} with the body ${got.body}`)
    if (answer === bare) continue
    const isWhole =
      fieldOf(got.value, 'reason') === 'Expired' && fieldOf(got.value, 'details.field') === 'otp'
    judge.note('answer.fields', isWhole, `${seen} without reason or details`)
  }

  const basic = { 'WWW-Authenticate': 'Basic realm="service"', 'Content-Type': 'application/json' }
  const otp = { reason: 'Invalid OTP code' }
  for (const [rule, call, answer, status] of [
    ['answer.platform', list, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, 502],
    ['answer.platform', challenge, problem(401, 'UNAUTHORIZED'), 502],
    ['answer.platform', execute, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, 502],
    ['answer.platform', verify, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, 502],
    ['answer.platform', list, problem(403, 'FORBIDDEN'), 502],
    ['answer.platform', list, problem(429, 'RATE_LIMITED'), 503],
    ['answer.person', verify, problem(401, 'UNAUTHORIZED', otp), 401],
    ['answer.person', verify, { ...problem(401, 'UNAUTHORIZED', otp), headers: basic }, 401],
  ] as const) {
    const { answer: got, heard, seen } = await given(call, answer)
    if (heard.length === 0) judge.skip(rule, `it was refused: ${seen}`)
    else judge.note(rule, status === got?.status, `${seen} where the service says ${answer.status}`)
  }
  judge.skip('answer.late', 'it would take 25 seconds')

  const html = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><p>Hello' }
  const broken = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"data":[' }
  for (const call of [list, challenge])
    for (const answer of [html, broken, 'cut'] as const) {
      const outcome = await given(call, answer)
      const { answer: got, seen } = outcome
      noteUnlessLimited(judge, 'answer.unreadable', outcome, isFailure(got?.status))
      judge.note(
        'answer.forwarded',
        fieldOf(got?.value, 'details.forwarded') !== false,
        `${seen} says forwarded: false`,
      )
    }

  for (const answer of [problem(500, 'INTERNAL_ERROR', { details: { forwarded: false } })]) {
    const { answer: got, heard, seen } = await given(execute, answer)
    if (heard.length > 0)
      judge.note(
        'answer.forwarded',
        fieldOf(got?.value, 'details.forwarded') !== false,
        `${seen}: the service’s own details.forwarded`,
      )
  }

  // What a debug page of the service, or of a proxy, may echo.
  const secret = recorder.heard.flatMap(secretsOf).at(-1) ?? ''
  const echo = {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [], secret }),
  }
  await given(list, echo)
  const token = recorder.heard.flatMap(secretsOf).at(-2) ?? ''
  await given(list, { ...echo, body: JSON.stringify({ data: [], token }) })
  await given(list, problem(400, 'INVALID_INPUT', { message: `Sent with ${secret}`, debug: secret }))
}
