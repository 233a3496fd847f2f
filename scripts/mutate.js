/**
 * `npm run mutate -- [group …] [--fresh]`: puts small faults into the source, one at a time. A test must notice each of
 * them, except as many as survive in the group today.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { groups } from './mutants/groups.js'
import { checkUsage, root, temporary } from './run.js'

const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
checkUsage(
  positionals.every((name) => Object.hasOwn(groups, name)),
  `mutate -- [${Object.keys(groups).join(' | ')}] … [--fresh]`,
)

process.chdir(root)
// The type of the log level is a const enum, which plain JavaScript cannot use.
const quiet = JSON.parse('{ "logLevel": "warn" }')
const folder = temporary('mutate')
for (const [name, { files, tests, survivors = 0 }] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name}: ${files}`)
  process.env['MUTATE_TESTS'] = `src/${tests}.test.ts`
  const found = await new Stryker({
    ...quiet,
    mutate: [`src/${files}.ts`, '!src/**/*.test.ts'],
    testRunner: 'vitest-or-broken',
    vitest: { related: true },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/plugins.js'],
    warnings: { slow: false },
    ignorers: ['messages'],
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // Runs only what has changed since the last run, as far as Stryker can see. `--fresh` is for the rest.
    incremental: true,
    incrementalFile: `coverage/mutants/${name}.json`,
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
  console.log(`${name}: ${alive} survived, at most ${survivors} may`)
  if (alive > survivors || found.length === 0) process.exitCode = 1
}
