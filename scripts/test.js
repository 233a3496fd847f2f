/**
 * `npm test [-- step …]`: runs the steps in order, or only the named ones, and prints a closing line with the number of
 * test cases. The long steps run only when they are named.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackages } from './check-package.js'
import { builds } from './reproducible.js'
import { checkUsage, run, temporary, tool } from './run.js'
import { closingLine, sumTallies, tallyOf } from './tally.js'

/** @typedef {import('./tally.js').Tally} Tally */

const tsc = tool('typescript', 'tsc')
const folder = temporary('tests')
const report = (/** @type {string} */ name) => join(folder, `${name}.xml`)

/** The steps of `npm test`, in order. @type {Readonly<Record<string, () => Promise<Tally>>>} */
const usual = { unit, static: () => ofSources ?? checkSources(), package: packaged, e2e }

/** The steps that run only when they are named. @type {typeof usual} */
const long = {
  reproducible: () => allOf([['scripts/reproducible.js']]),
  speed: () => allOf([['bench/limits.js']], 'show'),
}

const steps = { ...usual, ...long }
const asked = process.argv.slice(2)
checkUsage(
  asked.every((name) => Object.hasOwn(steps, name)),
  `test -- [${Object.keys(steps).join(' | ')}] …`,
)
const chosen = Object.entries(steps).filter(([name]) =>
  asked.length === 0 ? name in usual : asked.includes(name),
)

/** Beside the unit tests, which wait for clocks much of the time. */
const ofSources = chosen.some(([name]) => name === 'static') ? checkSources() : undefined

/** @type {Tally[]} */
const tallies = []
for (const [name, step] of chosen) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const tally = await step().catch((error) => {
    console.log(error instanceof Error ? error.stack : error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`   ${name}: ${closingLine(tally)}, ${tally.skipped} skipped (${seconds} s)`)
  tallies.push(tally)
}
for (const [index, [name]] of chosen.entries())
  if (tallies[index]?.failed !== 0) console.log(`failed: ${name}`)
const total = sumTallies(tallies)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1

function checkSources() {
  return allOf([
    [tsc, '--noEmit'],
    [tsc, '-p', 'examples'],
    [tsc, '-p', 'templates'],
    [tool('@biomejs/biome'), 'check', '.'],
  ])
}

function unit() {
  const args = ['run', '--reporter=default', '--reporter=junit', `--outputFile.junit=${report('unit')}`]
  return counted('unit', tool('vitest'), ...args)
}

/** Builds, and checks what was built. */
async function packaged() {
  const built = await allOf(builds)
  return built.failed > 0 ? built : sumTallies([built, await checkPackages()])
}

/** Runs the browser tests that are not long. `npm run test:e2e` runs all of them. */
function e2e() {
  const playwright = [process.execPath, tool('@playwright/test', 'playwright'), 'test']
  const args = ['--config', 'e2e/playwright.config.ts', '--grep-invert=@long', '--reporter=list,junit']
  return counted('e2e', 'scripts/find-browser.js', ...playwright, ...args)
}

/** Runs a test runner, and counts the cases in its report. @param {string} name @param {...string} command */
async function counted(name, ...command) {
  const env = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: report(name) }
  const { code } = await run(process.execPath, command, { output: 'show', env })
  return tallyOf(code, existsSync(report(name)) ? readFileSync(report(name), 'utf8') : '')
}

/** Runs tools up to the first that fails, and shows its output. Each tool counts as a case. @param {readonly (readonly string[])[]} commands @param {'keep' | 'show'} [shown] @returns {Promise<Tally>} */
async function allOf(commands, shown = 'keep') {
  let passed = 0
  for (const command of commands) {
    const { code, output } = await run(process.execPath, command, { output: shown })
    if (code !== 0) {
      console.log(output)
      return { passed, failed: 1, skipped: 0 }
    }
    passed += 1
  }
  return { passed, failed: 0, skipped: 0 }
}
