import { expect, it } from 'vitest'
import { createKnownCookies } from './known-cookies.js'

it('forgets a cookie that is no longer a login', () => {
  const known = createKnownCookies()
  known.note('a', true)
  expect(known.has('a')).toBe(true)
  known.note('a', false)
  expect(known.has('a')).toBe(false)
})

it('forgets the cookie that was noted longest ago above the limit', () => {
  const known = createKnownCookies(2)
  for (const cookie of ['a', 'b', 'a', 'c']) known.note(cookie, true)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['a', 'c'])
})
