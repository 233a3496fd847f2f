import { describe, expect, it } from 'vitest'
import { composedAnswer, passBack, refusalAnswer, type UpstreamAnswer } from './answer.js'
import { Refusal } from './refusal.js'

const fixed = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const json = { ...fixed, 'content-type': 'application/json' }

const answerOf = (status: number, value?: unknown, headers: Record<string, string> = {}): UpstreamAnswer => ({
  status,
  headers: new Headers(headers),
  bytes: new TextEncoder().encode(value === undefined ? '' : JSON.stringify(value)),
  value,
})

describe('an answer of the service', () => {
  it.each([204, 205, 304])(
    'an answer of the service with status %i is passed on without a body, even an empty one',
    (status) => {
      const answer = passBack(answerOf(status))
      expect([answer.status, answer.body]).toEqual([status, null])
      expect(Object.fromEntries(answer.headers)).toEqual(fixed)
    },
  )

  it.each([200, 203, 206])('the bytes of a success with status %i are passed on as JSON', async (status) => {
    const answer = passBack({
      ...answerOf(status, { a: 1 }, { 'Content-Type': 'text/html' }),
      bytes: new TextEncoder().encode('{ "a": 1 }'),
    })
    expect(await answer.text()).toBe('{ "a": 1 }')
    expect(Object.fromEntries(answer.headers)).toEqual(json)
  })

  it('only the headers Date and Retry-After of an answer are passed on', () => {
    const headers = { Date: 'today', 'Retry-After': '30', Server: 'x', 'Set-Cookie': 'a=b' }
    expect(Object.fromEntries(passBack(answerOf(200, {}, headers)).headers)).toEqual({
      ...json,
      date: 'today',
      'retry-after': '30',
    })
  })
})

describe('a refusal of the service', () => {
  it('a refusal of the service is passed on with only the fields of the interface', async () => {
    const details = {
      reason: 'Invalid OTP code',
      issues: ['otp'],
      attempts: 3,
      final: false,
      request: { headers: { Authorization: 'Basic x' } },
      list: [{ a: 1 }],
      long: 'x'.repeat(1025),
      words: ['x'.repeat(257)],
      many: Array.from({ length: 33 }, () => 'x'),
    }
    const error = { status: 401, code: 'UNAUTHORIZED', message: 'no', reason: 'why', stack: 'at x', details }
    const answer = passBack(answerOf(401, error))
    expect(await answer.json()).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
      message: 'no',
      reason: 'why',
      details: { reason: 'Invalid OTP code', issues: ['otp'], attempts: 3, final: false },
    })
    expect(Object.fromEntries(answer.headers)).toEqual(json)
  })

  it('a refusal keeps details up to their maximum length', async () => {
    const details = {
      long: 'x'.repeat(1024),
      words: ['x'.repeat(256)],
      many: Array.from({ length: 32 }, () => 'x'),
    }
    const other = { nothing: null, mixed: ['x', 1], nested: [['x']] }
    const answer = passBack(answerOf(400, { code: 'THEIRS', details: { ...details, ...other } }))
    expect((await answer.json()).details).toEqual(details)
  })

  it.each([400, 499, 500])('a refusal with status %i is rebuilt from its known fields', async (status) => {
    const answer = passBack(answerOf(status, { code: 'THEIRS', stack: 'at x' }))
    expect(await answer.json()).toEqual({ status, code: 'THEIRS' })
  })

  it('a refusal has the status of the answer, even if its body has another status', async () => {
    const answer = passBack(answerOf(404, { status: 200, code: 'QUOTE_NOT_FOUND', message: 'no' }))
    expect([answer.status, (await answer.json()).status]).toEqual([404, 404])
  })

  it('a refusal of the service cannot contain the detail `forwarded`, which only the backend sets', async () => {
    const answer = passBack(answerOf(500, { code: 'X', details: { forwarded: false } }))
    expect(await answer.json()).toEqual({ status: 500, code: 'X' })
  })

  it.each([
    ['a page', undefined],
    ['a list', []],
    ['an object without a code', { message: 'no' }],
  ])('a refusal whose body is %s is passed on without a body', async (_, value) => {
    const answer = passBack({ ...answerOf(502, value), bytes: new TextEncoder().encode('<h1>') })
    expect([answer.status, await answer.text()]).toEqual([502, ''])
    expect(Object.fromEntries(answer.headers)).toEqual(fixed)
  })
})

describe('an answer of the backend', () => {
  it('an answer that the backend makes itself is passed on like a success of the service', async () => {
    const answer = passBack(composedAnswer({ a: 1 }))
    expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }])
    expect(Object.fromEntries(answer.headers)).toEqual(json)
  })

  it('a refusal of the backend is JSON with Cache-Control: no-store, even if it sets that header itself', async () => {
    const headers = { Allow: 'GET', 'Cache-Control': 'public' }
    const answer = refusalAnswer(new Refusal('METHOD_NOT_ALLOWED', 'no', { headers }))
    expect(Object.fromEntries(answer.headers)).toEqual({ ...json, allow: 'GET' })
  })

  it('a refusal of the backend has the field `details` only if there are details', async () => {
    const refusal = new Refusal('FORBIDDEN', 'no')
    expect(await refusalAnswer(refusal).json()).toEqual({ status: 403, code: 'FORBIDDEN', message: 'no' })
    const detailed = refusalAnswer(
      new Refusal('METHOD_NOT_ALLOWED', 'no', { details: { a: 1 }, headers: { Allow: 'GET' } }),
      { b: 2 },
    )
    expect(await detailed.json()).toEqual({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: 'no',
      details: { a: 1, b: 2 },
    })
    expect(detailed.headers.get('Allow')).toBe('GET')
  })
})
