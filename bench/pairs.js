/**
 * Compares sides in rounds. In every round each side has a turn, and a ratio always compares two turns of one round.
 * Pure.
 * @module
 */

/** @typedef {() => Promise<number>} Side the milliseconds of one turn */

/**
 * Runs the sides in turns. Each round begins with another side, so that no side is always the first one on a cold
 * machine.
 *
 * @param {Record<string, Side>} sides
 * @param {{ rounds: number, warmUp?: number }} options
 * @returns {Promise<import('./measured.d.ts').Compared>}
 */
export async function compare(sides, { rounds, warmUp = 1 }) {
  const names = Object.keys(sides)
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warmUp; round < rounds; round++) {
    const first = (round + warmUp) % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const ms = await /** @type {Side} */ (sides[name])()
      if (round >= 0) times[name]?.push(ms)
    }
  }
  return {
    ms: Object.fromEntries(names.map((name) => [name, quantile(times[name] ?? [], 0.5)])),
    ratio(one, other) {
      const ratios = (times[one] ?? []).map((ms, round) => ms / (times[other]?.[round] ?? Number.NaN))
      return { median: quantile(ratios, 0.5), middle: [quantile(ratios, 0.25), quantile(ratios, 0.75)] }
    },
  }
}

/** @param {readonly number[]} values @param {number} part */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN
}
