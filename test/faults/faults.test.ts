/**
 * Nothing is lost, doubled or stuck under any faults in any order. This is a short run; `npm run faults` is a long one.
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../tree.js'
import { known } from './known.js'

const program = promisify(execFile)

const faults = async (...args: readonly string[]): Promise<string> =>
  (await program(process.execPath, ['scripts/faults.js', ...args], { cwd: root })).stdout

/** Each run is played twice. */
const runs = 10

test('no schedule of a short run loses, doubles, hangs or contradicts anything', { timeout: 0 }, async () => {
  // Always the same schedules. The long run has other schedules.
  const stdout = await faults('--runs', String(runs), '--seed', '2026', '--twice')
  expect(stdout).toMatch(
    new RegExp(`^${runs + known.length} schedules played twice: ${runs + known.length} equal traces$`, 'm'),
  )
  const last = stdout.trim().split('\n').at(-1) ?? ''
  expect(last).toMatch(
    /payments: sessions lost 0, double executions 0, hangs 0, uncaught errors 0, oracle mismatches 0 \(seed 2026\)$/,
  )
  const [schedules = 0, calls = 0, sessions = 0, payments = 0] = (last.match(/\d+/g) ?? []).map(Number)
  expect(schedules).toBe(runs + known.length)
  // A run without sign-ins or payments would prove nothing.
  expect(Math.min(calls, sessions, payments)).toBeGreaterThanOrEqual(3)
})

test('a repeated schedule has the same trace, independent of earlier schedules', {
  timeout: 0,
}, async () => {
  const schedule = JSON.stringify({ order: '2026', ...known[1] })
  const [once = '', again = ''] = await Promise.all([
    faults('--replay', schedule),
    faults('--replay', schedule, '--trace'),
  ])
  expect(once).toMatch(/^nothing was found\ntrace [\da-f]{16}$/m)
  expect(again.endsWith(once)).toBe(true)
  expect(again).toContain('fetch POST /auth/credentials/AuthMethod/verify')
})
