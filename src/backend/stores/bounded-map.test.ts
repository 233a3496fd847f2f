import { describe, expect, it } from 'vitest'
import { boundedMap } from './bounded-map.js'

const keysOf = (map: ReturnType<typeof boundedMap<number>>): string[] =>
  ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)

describe('a bounded map', () => {
  it('a bounded map keeps as many entries as its limit, and drops the oldest first', () => {
    const map = boundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(keysOf(map)).toEqual(['a', 'b'])
    map.set('c', 3)
    expect(keysOf(map)).toEqual(['b', 'c'])
  })

  it('a bounded map keeps the entries that were read or written last', () => {
    const map = boundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect(keysOf(map)).toEqual(['a', 'c'])
    map.set('a', 4)
    map.set('d', 5)
    expect(map.get('a')).toBe(4)
    expect(keysOf(map)).toEqual(['a', 'd'])
  })

  it('a bounded map drops nothing when a missing key is read', () => {
    const map = boundedMap<number>(2)
    map.set('a', 1)
    for (const key of ['x', 'y', 'z']) expect(map.get(key)).toBeUndefined()
    map.set('b', 2)
    expect(keysOf(map)).toEqual(['a', 'b'])
  })

  it('a bounded map has room again after a deletion', () => {
    const map = boundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.delete('b')
    expect(map.get('b')).toBeUndefined()
    map.set('c', 3)
    expect(keysOf(map)).toEqual(['a', 'c'])
  })
})
