import { describe, expect, it } from 'vitest'
import { jsonAnswer, passBack, refusalAnswer } from './answer.js'
import { Refusal } from './refusal.js'

const fixed = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

describe('an answer of the service', () => {
  it.each([204, 205, 304])('passes on no body with status %i, not even an empty one', (status) => {
    const answer = passBack({ status, headers: new Headers(), bytes: new Uint8Array() })
    expect([answer.status, answer.body]).toEqual([status, null])
    expect(Object.fromEntries(answer.headers)).toEqual(fixed)
  })

  it.each([200, 203, 206, 305])('passes on the bytes of an answer with status %i', async (status) => {
    const answer = passBack({ status, headers: new Headers(), bytes: Uint8Array.of(1, 2) })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(1, 2))
  })
})

describe('the headers of the service', () => {
  it('passes on three headers, each where there is one', () => {
    const headers = new Headers({ Date: 'today', 'Retry-After': '30', 'Content-Type': 'text/x', Server: 'x' })
    const answer = passBack({ status: 200, headers, bytes: new Uint8Array() })
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...fixed,
      'content-type': 'text/x',
      date: 'today',
      'retry-after': '30',
    })
  })
})

describe('an answer of the backend', () => {
  it('answers JSON that is never stored, even with a Cache-Control header of its own', async () => {
    const answer = jsonAnswer(200, { a: [1] }, { Allow: 'GET', 'Cache-Control': 'public' })
    expect(await answer.json()).toEqual({ a: [1] })
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...fixed,
      allow: 'GET',
      'content-type': 'application/json',
    })
  })

  it('adds details to a refusal only where there are some', async () => {
    const refusal = new Refusal('FORBIDDEN', 'no')
    expect(await refusalAnswer(refusal).json()).toEqual({ status: 403, code: 'FORBIDDEN', message: 'no' })
    const detailed = refusalAnswer(
      new Refusal('METHOD_NOT_ALLOWED', 'no', { details: { a: 1 }, headers: { Allow: 'GET' } }),
    )
    expect(await detailed.json()).toEqual({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: 'no',
      details: { a: 1 },
    })
    expect(detailed.headers.get('Allow')).toBe('GET')
  })
})
