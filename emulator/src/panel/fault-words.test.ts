import { expect, it } from 'vitest'
import type { Fault } from '../server/faults.js'
import { faultWords } from './fault-words.js'

it.each<[Fault, string]>([
  [{ answer: 'lost' }, 'processed, answer lost'],
  [{ drop: true }, 'connection cut before the call is processed'],
  [{ delay: 2_000 }, 'after 2 s, processed'],
  [{ delay: 250, drop: true }, 'after 250 ms, connection cut before the call is processed'],
  [{ status: 429, retryAfter: 30 }, 'answered with 429, Retry-After 30 s'],
  [{ status: 409, code: 'CONFLICT', delay: 1_000 }, 'after 1 s, answered with 409 CONFLICT'],
  [{ status: 503, answer: 'lost' }, 'answered with 503, answer lost'],
  [{ body: { odd: true } }, 'answered with 200'],
  [{}, 'nothing'],
])('the fault %j is described as: %s', (fault, words) => {
  expect(faultWords(fault)).toBe(words)
})
