/**
 * Explores every order of the commits of tabs that share a record. Two tabs here, three in `npm run explore`.
 * @module
 */
import { expect, test } from 'vitest'
import { exploreRecord, slice } from './explore-record.js'

test('no order of the commits of two tabs brings a session back, loses a delivered key or forgets a payment', {
  timeout: 0,
}, () => {
  const walks = slice.map(([tabs, budget]) => exploreRecord(tabs, budget, 1_000_000))
  expect(walks.flatMap(({ violations }) => violations)).toEqual([])
  expect(walks.map(({ isWhole }) => isWhole)).toEqual(slice.map(() => true))
  // The numbers when this test was written.
  expect(walks.map(({ worlds }) => worlds)).toEqual([7_991, 9_979, 1_666, 19_218])
  const counts = new Map<string, { changed: number; left: number }>()
  for (const [name, { changed, left }] of walks.flatMap(({ commits }) => [...commits])) {
    const sum = counts.get(name) ?? { changed: 0, left: 0 }
    counts.set(name, { changed: sum.changed + changed, left: sum.left + left })
  }
  // A commit that never changes anything, or is never refused, does not test its guard.
  const always = ['claim', 'claim late', 'abandon', 'endSession', 'begin refresh', 'expireSession', 'endAll']
  expect([...counts].filter(([name, { changed }]) => changed === 0 && name !== 'claim late')).toEqual([])
  expect([...counts].filter(([name, { left }]) => left === 0 && !always.includes(name))).toEqual([])
})
