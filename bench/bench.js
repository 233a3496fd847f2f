/**
 * `npm run bench [-- --rounds N] [--write]`: compares this library with the published packages of a peer, and with what
 * the platform itself needs. The sides take turns, and the figures are medians of paired ratios. `--write` writes
 * docs/internals/performance.md. The peer is installed from bench/package-lock.json if it is missing.
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exit, root, run } from '../scripts/run.js'
import { limitPages, peerRows, restoreRows, withBench } from './chromium.js'
import { loadNodeSide } from './load-node-side.js'
import { nodeRows } from './node.js'
import { lineOf, pageOf } from './report.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '41' }, write: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)

if (!existsSync(join(root, 'bench/node_modules'))) {
  const { code, output } = await run('npm', ['ci', '--ignore-scripts'], { cwd: join(root, 'bench') })
  if (code !== 0) throw new Error(`The peer could not be installed.\n${output}`)
}
const nodeSide = await loadNodeSide()
/** @type {import('./sides.d.ts').Row[]} */
const rows = []
/** @param {readonly import('./sides.d.ts').Row[]} more */
const add = (more) => {
  for (const row of more) console.log(lineOf(row))
  rows.push(...more)
}
let version = ''
const files = [...limitPages, 'restore-peer.js', 'sealed-ours.ts', 'sealed-peer.js']
await withBench(nodeSide, files, async (bench) => {
  version = bench.version
  add(await restoreRows(bench, ['restore-ours', 'restore-peer', 'restore-bare'], rounds))
  add(await peerRows(bench, nodeSide, rounds))
})
add(await nodeRows(nodeSide, rounds))
if (values.write) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'))
  const peers = Object.values(dependencies).map((name) => String(name).replace(/^npm:@[^/]+\//, ''))
  writeFileSync(
    join(root, 'docs/internals/performance.md'),
    pageOf(rows, { rounds, chromium: version, peers }),
  )
  console.log('docs/internals/performance.md written')
}
await exit(0)
