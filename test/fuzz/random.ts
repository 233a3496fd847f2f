/** Randomness that comes again with its seed. @module */

export interface Random {
  /** A whole number from 0 to `below` − 1. */
  readonly below: (below: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    oneIn: (times) => below(times) === 0,
  }
}
