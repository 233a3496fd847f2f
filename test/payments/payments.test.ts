/**
 * A user who wants to pay once pays once, and is told the truth, while everything goes wrong. `PAYMENTS_RUNS` and
 * `PAYMENTS_SEED` set the length and the seed of the run.
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeBundle } from '../../scripts/node-bundle.js'

const runs = process.env['PAYMENTS_RUNS'] ?? '30'
const seed = process.env['PAYMENTS_SEED'] ?? '2026'

test(`a payment is made once, and nobody is told the wrong thing about it (${runs} sequences, seed ${seed})`, {
  timeout: 0,
}, async () => {
  const program = await nodeBundle('test/payments/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, runs, seed])
  const { failure, payments, releases, doubts, quotes } = JSON.parse(stdout)
  expect(failure).toBe('')
  // A run in which nothing is paid or released, or no payment is in doubt, would prove nothing.
  expect(Math.min(payments, releases, doubts, quotes - Number(runs))).toBeGreaterThan(Number(runs) / 30)
})
