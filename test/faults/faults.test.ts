/** Nothing is lost, doubled or stuck, whatever happens in whatever order: a short run here, a long one by `npm run faults`. @module */
import 'fake-indexeddb/auto'
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pretendPage } from './page.js'
import { runSchedule } from './run.js'
import { schedule } from './schedule.js'

const runs = Number(process.env['FAULTS_RUNS'] ?? 60)
// The same schedules each time here; the long run takes others.
const seed = Number(process.env['FAULTS_SEED'] ?? 2026)

test(`no schedule of ${runs} loses, doubles, hangs or contradicts anything (seed ${seed})`, {
  timeout: 0,
}, async () => {
  pretendPage()
  // Loading code takes real time, which the schedules' clock knows nothing of.
  await Promise.all([import('../../src/engine.js'), import('../../src/crypto/verify-path.js')])
  const totals = { calls: 0, sessions: 0, payments: 0 }
  const uncaught: string[] = []
  const note = (error: unknown): void => void uncaught.push(String(error))
  process.on('unhandledRejection', note)
  const report = await fc.check(
    fc.asyncProperty(schedule, async (steps) => {
      const { done, ...findings } = await runSchedule(steps)
      totals.calls += done.calls
      totals.sessions += done.sessions
      totals.payments += done.payments
      const all = { ...findings, uncaught: uncaught.splice(0) }
      if (Object.values(all).some((list) => list.length > 0)) throw new Error(JSON.stringify(all))
    }),
    { numRuns: runs, seed, endOnFailure: process.env['FAULTS_RUNS'] === undefined },
  )
  process.off('unhandledRejection', note)
  const out = process.env['FAULTS_REPORT']
  if (out) appendFileSync(out, `${JSON.stringify({ runs: report.numRuns, seed, ...totals })}\n`)
  expect(report.failed ? `${String(report.errorInstance)}\n${fc.defaultReportMessage(report)}` : '').toBe('')
  // A run in which nobody gets in or pays shows nothing.
  expect(Math.min(totals.sessions, totals.payments)).toBeGreaterThan(0)
})
