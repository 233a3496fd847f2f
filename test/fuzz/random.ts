/** Random numbers that are determined by a seed. @module */

export interface Random {
  /** Returns an integer from 0 to `below` − 1. */
  readonly below: (below: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  /** Returns `true` once in `times` calls, on average. */
  readonly oneIn: (times: number) => boolean
}

/** Makes a generator with the algorithm mulberry32. */
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
