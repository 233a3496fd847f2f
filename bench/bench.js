/**
 * `npm run bench [-- --rounds N] [--write]`: ours beside the peers' published packages and beside what the platform
 * itself needs, in turns, as medians of paired ratios. `--write` makes docs/performance.md. The peers are installed from
 * bench/package-lock.json when they are missing.
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeBundle } from '../scripts/node-bundle.js'
import { root, run } from '../scripts/run.js'
import { chromiumRows } from './chromium.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '41' }, write: { type: 'boolean', default: false } },
})

if (!existsSync(join(root, 'bench/node_modules'))) {
  const { code, output } = await run('npm', ['ci', '--ignore-scripts'], { cwd: join(root, 'bench') })
  if (code !== 0) throw new Error(`The peers could not be installed.\n${output}`)
}
/** @type {typeof import('./node-side.ts')} */
const nodeSide = await import(pathToFileURL(await nodeBundle('bench/node-side.ts')).href)
const { rows, version } = await chromiumRows(nodeSide, { rounds: Number(values.rounds), peers: true })
console.log(`Chromium ${version}`)
const text = (/** @type {import('./rows.d.ts').Beside | undefined} */ side) =>
  side === undefined
    ? ''.padEnd(34)
    : `${side.ms.toFixed(2).padStart(8)} ${side.ratio.toFixed(3).padStart(7)} ${(side.middle ?? [])
        .map((r) => r.toFixed(2))
        .join('–')
        .padEnd(10)} ${side.wanted ?? ''}`.padEnd(34)
for (const { name, ours, peer, limit } of rows)
  console.log(`${name.padEnd(56)} ${ours.toFixed(2).padStart(8)} | peer ${text(peer)} | limit ${text(limit)}`)
process.exit(0)
