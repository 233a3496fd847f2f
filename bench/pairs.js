/**
 * Compares sides in rounds. In every round each side has a turn, and a ratio always compares two turns of one round.
 * Pure.
 * @module
 */

/**
 * @typedef {() => Promise<number>} Side the milliseconds of one turn
 *
 * @typedef {object} Compared
 * @property {number} rounds
 * @property {Record<string, number>} ms each side's median
 * @property {(one: string, other: string) => number} ratio the median of the ratios `one / other` of all rounds
 * @property {(one: string, other: string) => import('./sides.d.ts').Middle} middle the two ratios between which half of
 *   the rounds are
 */

/**
 * Runs the sides in turns. Each round begins with another side, so that no side is always the first one on a cold
 * machine.
 *
 * @param {Record<string, Side>} sides
 * @param {{ rounds: number, warmUp?: number }} options
 * @returns {Promise<Compared>}
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
  const ratios = (/** @type {string} */ one, /** @type {string} */ other) =>
    (times[one] ?? []).map((ms, round) => ms / (times[other]?.[round] ?? Number.NaN))
  return {
    rounds,
    ms: Object.fromEntries(names.map((name) => [name, quantile(times[name] ?? [], 0.5)])),
    ratio: (one, other) => quantile(ratios(one, other), 0.5),
    middle: (one, other) => [quantile(ratios(one, other), 0.25), quantile(ratios(one, other), 0.75)],
  }
}

/** @param {readonly number[]} values @param {number} part */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN
}
