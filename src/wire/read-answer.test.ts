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
