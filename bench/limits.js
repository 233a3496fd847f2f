/**
 * The short benchmark of `npm test -- speed`, or `node bench/limits.js`. Fails if the ratio of this library to the limits is
 * half as high again as the measured one, or if a page that imports it on a lazy route waits a fifth longer. Needs `dist/`.
 * @module
 */
import { pathToFileURL } from 'node:url'
import { exit } from '../scripts/run.js'
import { filesOf, stamps, visits, withBench } from './chromium.js'
import { loadNodeSide } from './load-node-side.js'
import { ratioText } from './report.js'
import { limit, ours, oursLazily } from './sides.js'
import { conditions } from './visit.js'

/** How much higher than measured a ratio may be: on a busy machine, each hop between threads costs more. */
const worse = 1.5

/**
 * @param {string} name
 * @param {ReturnType<import('./measured.d.ts').Compared['ratio']>} seen
 * @param {number} most
 */
const rowOf = (name, seen, most) => ({
  ok: seen.median <= most,
  text: `  ${name}: ${ratioText(seen)}, at most ${most.toFixed(2)}`,
})

/** @returns {Promise<{ ok: boolean, text: string }>} */
async function limitsHold() {
  const sides = [limit, ours, oursLazily]
  let outcome = { ok: false, text: '' }
  await withBench(await loadNodeSide(), filesOf(sides), async (bench) => {
    // On a busy machine one run may be wrong, so a run that fails is repeated with more rounds.
    for (const rounds of [7, 21]) {
      const warm = await visits(bench, sides, conditions.warm, rounds)
      const stamped = await stamps(bench, [limit, ours], 2 * rounds)
      const rows = [
        rowOf('navigation to first stamp, warm', warm.ratio(ours.name, limit.name), worse * 1.3),
        rowOf('the same on a lazy route', warm.ratio(oursLazily.name, ours.name), 1.2),
        rowOf('stamp of 400 bytes', stamped.ratio(ours.name, limit.name), worse * 1.25),
      ]
      outcome = { ok: rows.every(({ ok }) => ok), text: rows.map(({ text }) => text).join('\n') }
      if (outcome.ok) return
    }
  })
  return outcome
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ok, text } = await limitsHold()
  console.log(text)
  await exit(ok ? 0 : 1)
}
