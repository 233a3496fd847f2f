/**
 * `npm test [-- step …]`: runs the steps in order, or only the named ones, and prints a closing line with the number of
 * test cases. The long steps run only when they are named.
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitsHold } from '../bench/limits.js'
import { packageChecks } from './check-package.js'
import { buildElsewhere, builds, copyCheckout, differences, packed } from './reproducible.js'
import { root, run, tool } from './run.js'
import { checkTally, closingLine, playwrightTally, sumTallies, vitestTally } from './tally.js'

/** @typedef {import('./tally.d.ts').Tally} Tally */

const node = process.execPath
const tsc = tool('typescript', 'tsc')

/** @type {Tally[]} */
const tallies = []

/** The steps of `npm test`, in order. @type {Readonly<Record<string, () => Promise<void>>>} */
const usual = { unit, static: staticChecks, package: packaged, e2e }

/** The steps that run only when they are named. @type {Readonly<Record<string, () => Promise<void>>>} */
const long = { reproducible, speed }

const steps = { ...usual, ...long }
const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? Object.keys(usual) : asked
const unknown = asked.filter((name) => !Object.hasOwn(steps, name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}

/**
 * The checks of the sources run beside the unit tests, which wait for clocks much of the time.
 * @type {Readonly<Record<string, Promise<Tally>>> | undefined}
 */
const ofSources = chosen.includes('static') ? sourceChecks() : undefined

const reports = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-'))
for (const [name, runStep] of Object.entries(steps)) if (chosen.includes(name)) await runStep()
rmSync(reports, { recursive: true, force: true })
const total = sumTallies(tallies)
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
// The failures are printed last, because readers of a long log look at its end.
for (const remark of total.remarks) console.log(`failed: ${remark.split('\n').slice(0, 8).join('\n  ')}`)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1

async function staticChecks() {
  for (const [name, check] of Object.entries(ofSources ?? {})) await step(name, () => check)
}

function sourceChecks() {
  const types = checks([
    [tsc, '--noEmit'],
    [tsc, '-p', 'scripts'],
    [tsc, '-p', 'examples'],
    [tsc, '-p', 'templates'],
  ])
  return { types, lint: types.then(() => checks([[tool('@biomejs/biome'), 'check', '.']])) }
}

async function unit() {
  await step('unit', async () => {
    const report = join(reports, 'vitest.json')
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await shown(tool('vitest'), ...args)
    return vitestTally(code, textOf(report))
  })
}

/** Builds, and checks what was built. */
async function packaged() {
  const built = await step('build', () => checks(builds))
  if (built.failed > 0) return
  const results = atATime(
    packageChecks.map(({ check: packageCheck }) => packageCheck),
    2,
  )
  for (const [index, { name }] of packageChecks.entries()) {
    await step(`package: ${name}`, async () => {
      const { ok, text, skipped } = (await results[index]) ?? { ok: false, text: '' }
      if (text !== '') console.log(text)
      return skipped ? { ...sumTallies([]), skipped: 1 } : checkTally(ok ? 0 : 1)
    })
  }
}

/** Compares `dist/` with what the same sources are built to in another place. */
async function reproducible() {
  await step('two builds, one hash', async () => {
    const wrong = differences(await packed(root), await buildElsewhere(copyCheckout))
    for (const line of wrong) console.log(line)
    return checkTally(wrong.length)
  })
}

async function speed() {
  await step('speed', async () => {
    const { ok, text } = await limitsHold()
    console.log(text)
    return checkTally(ok ? 0 : 1)
  })
}

/** Runs the browser tests that are not long. `npm run test:e2e` runs all of them. */
async function e2e() {
  await step('e2e', async () => {
    const report = join(reports, 'playwright.json')
    const code = (
      await run(
        node,
        [
          'scripts/with-browser.js',
          node,
          tool('@playwright/test', 'playwright'),
          'test',
          '--config',
          'e2e/playwright.config.ts',
          '--grep-invert=@long',
          '--reporter=list,json',
        ],
        { output: 'show', env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      )
    ).code
    return playwrightTally(code, textOf(report))
  })
}

/**
 * Runs a step and prints its heading. If the step throws, it has failed, and the next step runs anyway.
 *
 * @param {string} name
 * @param {() => Promise<Tally>} work
 * @returns {Promise<Tally>}
 */
async function step(name, work) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const ended = await work().catch((error) =>
    failed(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  const tally = ended.failed > 0 && ended.remarks.length === 0 ? { ...ended, remarks: [name] } : ended
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
  console.log(`   ${name}: ${closingLine(tally)}${skipped} (${seconds} s)`)
  tallies.push(tally)
  return tally
}

/**
 * Runs tools without showing their output, `count` at a time. Shows the output of the first tool that fails. Together,
 * the tools count as one test case.
 *
 * @param {readonly (readonly string[])[]} commands
 * @param {number} [count]
 */
async function checks(commands, count = 1) {
  const works = commands.map((command) => async () => {
    const { code, output } = await run(node, command)
    if (code !== 0) throw new Error(output)
  })
  const results = await Promise.allSettled(atATime(works, count))
  const bad = results.find((result) => result.status === 'rejected')
  return bad === undefined ? checkTally(0) : failed(bad.reason.message)
}

/**
 * Starts works, `count` at a time, and returns their results in the same order. After a failure it goes on.
 *
 * @template T
 * @param {readonly (() => Promise<T>)[]} works
 * @param {number} count
 */
function atATime(works, count) {
  /** @type {Promise<unknown>[]} */
  const lanes = Array.from({ length: count }, () => Promise.resolve())
  return works.map((work, index) => {
    const result = (lanes[index % count] ?? Promise.resolve()).then(work)
    lanes[index % count] = result.catch(() => {})
    return result
  })
}

/** @param {string} path @param {...string} args */
async function shown(path, ...args) {
  return (await run(node, [path, ...args], { output: 'show' })).code
}

/** @param {string} why @returns {Tally} */
function failed(why) {
  console.log(why)
  return checkTally(1)
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
