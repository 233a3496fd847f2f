import fc from 'fast-check'
import { expect, it } from 'vitest'
import { popHeap, pushHeap } from './heap.js'

const before = (a: number, b: number): boolean => a < b

function drained(items: number[]): number[] {
  const out: number[] = []
  for (let item = popHeap(items, before); item !== undefined; item = popHeap(items, before)) out.push(item)
  return out
}

it('a heap returns every item that was added, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const items: number[] = []
      for (const number of numbers) pushHeap(items, number, before)
      expect(drained(items)).toEqual([...numbers].sort((a, b) => a - b))
    }),
  )
})

it('a heap stays in order when items are added and removed in turns', () => {
  const items: number[] = []
  for (const number of [5, 1, 4]) pushHeap(items, number, before)
  expect(popHeap(items, before)).toBe(1)
  for (const number of [0, 9]) pushHeap(items, number, before)
  expect(drained(items)).toEqual([0, 4, 5, 9])
  expect(popHeap(items, before)).toBeUndefined()
})
