/**
 * After any calls in any order, the ledger balances, no account is below zero, an idempotency key works once, and every
 * answer follows the interface. `SEQUENCES_RUNS` and `SEQUENCES_SEED` set the length and the seed of the run.
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginning } from './beginning.js'
import { pass, type Run } from './run.js'
import { sequences } from './steps.js'

const runs = Number(process.env['SEQUENCES_RUNS'] ?? 30)
const seed = Number(process.env['SEQUENCES_SEED'] ?? 2027)

test(`no sequence of calls breaks a rule (${runs} sequences, seed ${seed})`, { timeout: 0 }, async () => {
  const done = new Map<string, number>()
  const property = fc.asyncProperty(sequences, async (commands) => {
    const real: Run = { ...(await beginning()), done }
    await fc.asyncModelRun(() => ({ model: {}, real }), commands)
    await pass(real, 48 * 3_600_000)
  })
  await fc.assert(property, { numRuns: runs, seed })
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
