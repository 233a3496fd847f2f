/**
 * After any calls in any order, the ledger balances, no account is below zero, an idempotency key works once, and every
 * answer follows the interface. `SEQUENCES_RUNS` and `SEQUENCES_SEED` set the length and the seed of the run, and
 * `SEQUENCES_REPORT` names a file for the figures.
 * @module
 */
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runSequence } from './run.js'
import { sequences } from './steps.js'

const runs = Number(process.env['SEQUENCES_RUNS'] ?? 20)
const seed = Number(process.env['SEQUENCES_SEED'] ?? 2026)

test(`no sequence of calls breaks a rule (${runs} sequences, seed ${seed})`, { timeout: 0 }, async () => {
  const done = new Map<string, number>()
  const short = process.env['SEQUENCES_RUNS'] === undefined
  let calls = 0
  const report = await fc.check(
    fc.asyncProperty(sequences, async (steps) => {
      const run = await runSequence(steps)
      calls += run.calls
      for (const [operation, count] of run.done) done.set(operation, (done.get(operation) ?? 0) + count)
      if (run.wrong.length > 0) throw new Error(run.wrong.join('\n'))
    }),
    { numRuns: runs, seed, endOnFailure: short },
  )
  const out = process.env['SEQUENCES_REPORT']
  if (out)
    appendFileSync(
      out,
      `${JSON.stringify({ runs, seed, calls, done: Object.fromEntries(done) })}
`,
    )
  expect(report.failed ? `${String(report.errorInstance)}\n${fc.defaultReportMessage(report)}` : '').toBe('')
  // A run in which no money moves would prove nothing.
  for (const operation of [
    'createQuote',
    'executeQuote',
    'transferIn',
    'transferOut',
    'fundAccount',
    'simulateAuthorization',
    'verifyCredential',
  ]) {
    expect(done.get(operation) ?? 0, operation).toBeGreaterThan(0)
  }
})
