/**
 * `npm run bench [-- --rounds N] [--write]`: compares this library with the published SDKs of a peer, as an application
 * would install them, and with what the platform itself needs. The sides take turns, and the figures are medians of
 * paired ratios. `--write` writes docs/internals/performance.md. The peer is installed from bench/package-lock.json if it
 * is missing.
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exit, root, run } from '../scripts/run.js'
import { filesOf, sealedFiles, sealedKeys, stamps, visits, withBench } from './chromium.js'
import { loadNodeSide } from './load-node-side.js'
import { pageOf, tablesOf } from './report.js'
import { allSides, stampingSides } from './sides.js'
import { conditions } from './visit.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '31' }, write: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
const [load = Number.NaN] = loadavg()
// A slow visit takes seconds.
const [half, third] = [Math.ceil(rounds / 2), Math.ceil(rounds / 3)]

/** @type {{ name: string, dependencies: Record<string, string> }} */
const { name, dependencies } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'))
const isInstalled = (/** @type {string} */ peer) => existsSync(join(root, 'bench/node_modules', peer))
if (!Object.keys(dependencies).every(isInstalled)) {
  console.log(`${name}: installing the peer`)
  const { code, output } = await run('npm', ['ci', '--ignore-scripts'], { cwd: join(root, 'bench') })
  if (code !== 0) throw new Error(`The peer could not be installed.\n${output}`)
}
const nodeSide = await loadNodeSide()

await withBench(nodeSide, [...filesOf(allSides), ...sealedFiles], async (bench) => {
  /** @param {keyof typeof conditions} name @param {number} rounds */
  const measured = async (name, rounds) => {
    console.log(`${name}: ${rounds} rounds`)
    return visits(bench, allSides, conditions[name], rounds)
  }
  const figures = {
    bytes: Object.fromEntries(allSides.map(({ name }) => [name, bench.bytes(`start-${name}`)])),
    warm: await measured('warm', rounds),
    warmSlowProcessor: await measured('warmSlowProcessor', half),
    coldSlow4g: await measured('coldSlow4g', third),
    coldOpenConnection: await measured('coldOpenConnection', third),
    coldSlowProcessor: await measured('coldSlowProcessor', third),
    stamps: await stamps(bench, stampingSides, 2 * rounds),
    sealed: await sealedKeys(bench, nodeSide, half),
  }
  console.log(tablesOf(figures))
  if (!values.write) return
  const peers = Object.values(dependencies).map((name) => name.replace(/^npm:@[^/]+\//, ''))
  writeFileSync(
    join(root, 'docs/internals/performance.md'),
    pageOf(figures, { chromium: bench.version, peers, load }),
  )
  console.log('docs/internals/performance.md written')
})
await exit(0)
