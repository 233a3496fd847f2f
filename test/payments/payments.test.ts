/**
 * Runs sequences of lost, late and refused executions, reloads, expiries, refreshes, sign-outs and second tabs around
 * one payment. `PAYMENTS_RUNS` and `PAYMENTS_SEED` set the length and the seed of the run, and `PAYMENTS_REPORT` names
 * a file for the figures.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { randomOf } from '../fuzz/random.js'
import { faults, runPayment } from './run.js'

const runs = Number(process.env['PAYMENTS_RUNS'] ?? 30)
const seed = Number(process.env['PAYMENTS_SEED'] ?? 2026)

test(`a payment is made once, and nobody is told the wrong thing about it (${runs} sequences, seed ${seed})`, {
  timeout: 0,
}, async () => {
  // With a document there are tabs, which inform each other of changes.
  vi.stubGlobal('document', {
    addEventListener: () => {},
    removeEventListener: () => {},
    visibilityState: 'visible',
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const counts = { executions: 0, doubts: 0, payments: 0, quotes: 0 }
  const found = new Map<string, number>(faults.map((fault) => [fault, 0]))
  const first: string[] = []
  for (let run = 0; run < runs; run++) {
    const random = randomOf(seed * 100_000 + run)
    const played = await runPayment(random, 4 + random.below(10))
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += played[name]
    for (const { fault, why } of played.found) {
      found.set(fault, (found.get(fault) ?? 0) + 1)
      if (first.length < 10) first.push(`sequence ${run}: ${fault}: ${why}`)
    }
  }
  const out = process.env['PAYMENTS_REPORT']
  if (out)
    appendFileSync(out, `${JSON.stringify({ runs, seed, ...counts, found: Object.fromEntries(found) })}\n`)
  expect(first).toEqual([])
  // A run in which nothing is paid, or no payment is in doubt, would prove nothing.
  expect(Math.min(counts.payments, counts.doubts, counts.quotes - runs)).toBeGreaterThan(runs / 30)
})
