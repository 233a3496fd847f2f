import { expect, it } from 'vitest'
import { createKnownCookies } from './known-cookies.js'

it('forgets a cookie that is no longer a login', () => {
  const known = createKnownCookies()
  known.note('a', 'ada')
  expect(known.has('a')).toBe(true)
  known.note('a', undefined)
  expect(known.has('a')).toBe(false)
})

it('forgets the cookie that was noted longest ago above the limit', () => {
  const known = createKnownCookies(2)
  for (const cookie of ['a', 'b', 'a', 'c']) known.note(cookie, `person of ${cookie}`)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['a', 'c'])
})

it('forgets only cookies of the same person where one person has many', () => {
  const known = createKnownCookies(10_000, 2)
  known.note('login=ada', 'ada')
  for (let i = 0; i < 10_001; i += 1) known.note(`login=mallory; junk=${i}`, 'mallory')
  expect(known.has('login=ada')).toBe(true)
  expect([9_998, 9_999, 10_000].map((i) => known.has(`login=mallory; junk=${i}`))).toEqual([
    false,
    true,
    true,
  ])
})

it('counts a cookie for the person whose login it was last', () => {
  const known = createKnownCookies(10_000, 1)
  known.note('a', 'ada')
  known.note('a', 'bob')
  known.note('b', 'ada')
  expect(['a', 'b'].filter(known.has)).toEqual(['a', 'b'])
})
