import { expect, it } from 'vitest'
import { secondsIn } from './retry-after.js'

const now = Date.parse('2026-01-01T00:00:00Z')

it.each([
  ['2', 2],
  [' 2 ', 2],
  ['0', 0],
  ['1.2', 2],
  ['2, 7', 7],
  ['2, 2', 2],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9],
  ['Thu, 01 Jan 2026 00:00:09 GMT, 3', 9],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['-1', undefined],
])('the Retry-After %j is %s seconds', (header, seconds) => {
  expect(secondsIn(header, now)).toBe(seconds)
})
