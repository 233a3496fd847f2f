/** What a backend makes of the service's answers: the recorder answers in its place. @module */
import { fieldOf } from '../ask.js'
import type { PageCall } from '../page.js'
import type { GivenAnswer, Interception } from '../recorder.js'
import type { Scene } from '../scene.js'

const problem = (status: number, code: string, more: object = {}): GivenAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ status, code, message: 'Refused.', ...more }),
})

export async function checkAnswers({ page, mine, recorder, judge }: Scene): Promise<void> {
  const { account, credential, quote } = mine
  const list = { method: 'GET', path: `/auth/credentials?accountId=${account}` }
  const challenge = { method: 'POST', path: `/auth/credentials/${credential}/challenge` }
  const execute = { method: 'POST', path: `/quotes/${quote}/execute` }
  const verify = {
    method: 'POST',
    path: `/auth/credentials/${credential}/verify`,
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: mine.key.uncompressed },
  }
  /** Calls with this answer of the service to exactly this call. */
  const given = async (call: PageCall, answer: ReturnType<Interception>, headers = {}) => {
    recorder.intercept((method, path) => (method === call.method && path === call.path ? answer : undefined))
    const outcome = await page.call({ ...call, headers })
    recorder.intercept(undefined)
    return outcome
  }
  const isFailure = (status = 0): boolean => status === 502 || status === 504

  const redirect: GivenAnswer = { status: 302, headers: { Location: '/2025-10-13/customers' } }
  for (const call of [list, challenge]) {
    const { answer, heard, seen } = await given(call, redirect)
    const isStopped = isFailure(answer?.status) && heard.length === 1 && !answer?.headers.location
    judge.note('answer.redirect', isStopped, `${seen}, after ${heard.length} calls of the service`)
  }

  const limited = { ...problem(429, 'RATE_LIMITED'), headers: { 'Retry-After': '17' } }
  const slowed = await given(challenge, limited)
  const wait = slowed.answer?.headers['retry-after']
  judge.note(
    'answer.retryAfter',
    slowed.answer?.status === 429 && wait === '17',
    `${slowed.seen}, Retry-After: ${wait}`,
  )

  const basic = { 'WWW-Authenticate': 'Basic realm="service"', 'Content-Type': 'application/json' }
  for (const [call, answer, statuses] of [
    [list, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, [502]],
    [challenge, problem(401, 'UNAUTHORIZED'), [502]],
    [execute, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, [502]],
    [verify, { ...problem(401, 'UNAUTHORIZED'), headers: basic }, [502]],
    [list, problem(403, 'FORBIDDEN'), [502]],
    [list, problem(429, 'RATE_LIMITED'), [503]],
  ] as const) {
    const { answer: got, heard, seen } = await given(call, answer)
    if (heard.length === 0) continue
    judge.note(
      'answer.platform',
      statuses.some((each) => each === got?.status),
      `${seen} where the service says ${answer.status}`,
    )
  }

  const html = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><p>Hello' }
  const broken = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"data":[' }
  for (const call of [list, challenge])
    for (const answer of [html, broken, 'cut'] as const) {
      const { answer: got, seen } = await given(call, answer)
      judge.note('answer.unreadable', isFailure(got?.status), seen)
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
  const secret = Buffer.from(
    recorder.heard.at(-1)?.headers['authorization']?.toString().slice(6) ?? '',
    'base64',
  )
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  const echo = {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [], secret }),
  }
  await given(list, echo)
  await given(list, problem(400, 'INVALID_INPUT', { message: `Sent with ${secret}`, debug: secret }))
}
