import * as v from 'valibot'
import { expect, it } from 'vitest'
import { readAnswer } from './read-answer.js'

const route = { operation: 'listSessions', status: 200, answer: v.unknown() } as const

it.each([
  [{ reason: 'top' }, 'top'],
  [{ details: { reason: 'nested' } }, 'nested'],
  [{ reason: 'top', details: { reason: 'nested' } }, 'top'],
  [{ details: { reason: 7 } }, undefined],
  [{}, undefined],
])('a refusal with %j in its body has the reason %j', (body, reason) => {
  const text = JSON.stringify({ code: 'UNAUTHORIZED', ...body })
  expect(readAnswer(route, { status: 401, retryAfter: null, text }, 0, false)).toMatchObject({
    kind: 'refused',
    error: { code: 'UNAUTHORIZED', reason },
  })
})

const html = '<html>gone</html>'
const inForm = JSON.stringify({ code: 'ODD' })

it.each([
  [408, html],
  [408, inForm],
  [419, html],
  [420, html],
  [430, html],
  [444, html],
  [460, html],
  [460, inForm],
  [494, html],
  [499, html],
  [499, inForm],
])('a %i with the body %s does not prove that a single-use call had no effect', (status, text) => {
  expect(readAnswer(route, { status, retryAfter: null, text }, 0, true)).toMatchObject({
    kind: 'lost',
    code: 'GATEWAY',
    mayHaveActed: true,
  })
})

it.each([
  [400, html],
  [404, html],
  [413, html],
  [421, html],
  [425, html],
  [429, html],
  [431, html],
  [451, html],
  [444, inForm],
  [501, html],
])('a %i with the body %s proves that a single-use call had no effect', (status, text) => {
  expect(readAnswer(route, { status, retryAfter: null, text }, 0, true)).toMatchObject({ kind: 'refused' })
})

it.each([
  ['0', 0],
  ['2, 2', 2],
  ['1, 7', 7],
  ['0.5', 1],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60],
  ['Thu, 01 Jan 1970 00:01:00 GMT, 90', 90],
  ['Thu, 01 Jan 1970 00:00:10 GMT, Thu, 01 Jan 1970 00:01:00 GMT', 60],
  ['Thursday, 01-Jan-70 00:01:00 GMT', 60],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
  ['soon, 3', 3],
  ['soon', 30],
  ['-5', 30],
  ['', 30],
  [null, 30],
])('Retry-After %j is read as %i seconds', (retryAfter, seconds) => {
  expect(readAnswer(route, { status: 429, retryAfter, text: undefined }, 0, true)).toMatchObject({
    kind: 'refused',
    error: { code: 'RATE_LIMITED', retryAfter: seconds },
  })
})

it('an answer whose body was too large to read is malformed', () => {
  expect(readAnswer(route, { status: 200, retryAfter: null, text: undefined }, 0, false)).toMatchObject({
    kind: 'lost',
    code: 'MALFORMED_ANSWER',
    why: 'The answer exceeds 16 MiB.',
  })
})
