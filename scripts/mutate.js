/**
 * `npm run mutate -- [group …] [--fresh]`: puts small faults into the source, one at a time. A test must notice each of
 * them.
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { explained } from './mutants/explained.js'
import { groups } from './mutants/groups.js'
import { messageRule } from './mutants/messages.js'
import { judge } from './mutants/score.js'
import { root } from './run.js'

const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`usage: npm run mutate -- [${Object.keys(groups).join(' | ')}] … [--fresh]`)
  process.exit(2)
}

process.chdir(root)
// The type of the log level is a const enum, which plain JavaScript cannot use.
const quiet = JSON.parse('{ "logLevel": "warn" }')
const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
const started = Date.now()
const results = []
for (const name of positionals.length > 0 ? positionals : Object.keys(groups)) {
  const group = groups[name]
  if (group !== undefined) results.push(...(await mutants(name, group)))
}
rmSync(folder, { recursive: true, force: true })

const judged = judge(results, (file) => readFileSync(join(root, file), 'utf8'), explained)
console.table([...judged.rows, judged.total])
for (const survivor of judged.unexplained) console.log(`survived: ${survivor}`)
for (const entry of judged.stale) console.log(`explained, but nothing survived: ${entry}`)
console.log(`${messageRule}\n${Math.round((Date.now() - started) / 60_000)} min`)
process.exitCode = judged.good ? 0 : 1

/**
 * Removes survivors from the stored results, so that they are run again. A new test may notice them.
 * @param {string} file
 */
function forgetSurvivors(file) {
  if (!existsSync(file)) return
  const report = JSON.parse(readFileSync(file, 'utf8'))
  for (const source of Object.values(report.files)) {
    source.mutants = source.mutants.filter(
      (/** @type {{ status: string }} */ { status }) => status !== 'Survived' && status !== 'NoCoverage',
    )
  }
  writeFileSync(file, JSON.stringify(report))
}

/** @param {string} name @param {import('./mutants/groups.js').Group} group */
async function mutants(name, { files, tests }) {
  console.log(`${name}: ${files.join(', ')}`)
  process.env['MUTATE_TESTS'] = tests.join('\n')
  const incrementalFile = `coverage/mutants/${name}.json`
  forgetSurvivors(incrementalFile)
  const found = await new Stryker({
    ...quiet,
    mutate: [...files, '!src/**/*.test.ts'],
    testRunner: 'vitest-or-broken',
    vitest: { related: true },
    plugins: [
      '@stryker-mutator/vitest-runner',
      './scripts/mutants/runner.js',
      './scripts/mutants/messages.js',
    ],
    warnings: { slow: false },
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // Runs only mutants of files that have changed since the last run. `--fresh` is for changes that Stryker cannot
    // see.
    incremental: true,
    incrementalFile,
    force: values.fresh,
    reporters: ['progress-append-only'],
    tempDirName: folder,
    ignorePatterns: ['coverage', 'dist', 'demo', 'e2e', 'docs', 'test-results', 'playwright-report'],
    // To rewrite this file, Stryker would need a TypeScript compiler written in JavaScript. Nothing here reads the
    // file.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    // Long, because a timeout on a slow machine must not count as a kill.
    timeoutMS: 90_000,
    timeoutFactor: 3,
    allowConsoleColors: false,
  }).runMutationTest()
  return found.map((mutant) => ({
    ...mutant,
    fileName: relative(root, mutant.fileName).replaceAll('\\', '/'),
  }))
}
