/**
 * `npm run mutate -- [folder …] [--fresh]`: puts small faults into the files of a folder, such as `src/wallet/machine`, one
 * at a time. A test beside them must notice each, except as many as survive in the folder today. Without a folder:
 * all that must not be wrong.
 * @module
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { folders, survivors } from './mutants/folders.js'
import { checkUsage, root, temporary } from './run.js'

const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const wanted = positionals.length > 0 ? positionals : folders
process.chdir(root)
checkUsage(
  wanted.every((folder) => folder.startsWith('src') && existsSync(folder)),
  `mutate -- [${folders.join(' | ')} | …] … [--fresh]`,
)
// The type of the log level is a const enum, which plain JavaScript cannot use.
const quiet = JSON.parse('{ "logLevel": "warn" }')
const folder = temporary('mutate')
for (const name of wanted) {
  console.log(name)
  process.env['MUTATE_TESTS'] = `${name}/*.test.ts`
  const found = await new Stryker({
    ...quiet,
    mutate: [`${name}/*.ts`, '!src/**/*.test.ts'],
    testRunner: 'vitest-or-broken',
    vitest: { related: true },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/plugins.js'],
    warnings: { slow: false },
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // Runs only what has changed since the last run, as far as Stryker can see. `--fresh` is for the rest.
    incremental: true,
    incrementalFile: `coverage/mutants/${name.replaceAll('/', '-')}.json`,
    force: values.fresh,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false },
    tempDirName: folder,
    ignorePatterns: ['coverage', 'dist', 'demo', 'e2e', 'docs', 'test-results', 'playwright-report'],
    // To rewrite this file, Stryker would need a TypeScript compiler written in JavaScript.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    // Long, because a timeout on a slow machine must not count as a kill.
    timeoutMS: 90_000,
    timeoutFactor: 3,
    allowConsoleColors: false,
  }).runMutationTest()
  const alive = found.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
  const may = survivors[name]
  console.log(
    `${name}: ${alive} of ${found.length} survived, ${may === undefined ? 'not measured' : `at most ${may}`} before`,
  )
  if (alive > (may ?? alive) || found.length === 0) process.exitCode = 1
}
