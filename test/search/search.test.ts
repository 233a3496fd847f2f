/**
 * Nothing is lost, doubled or stuck, in any order of what happens. These are short runs, always of the same cases;
 * `npm run faults`, `npm run crashes` and `npm run explore` are long ones.
 * @module
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { known } from '../faults/known.js'
import { root } from '../tree.js'

const program = promisify(execFile)

const printed = async (name: string, ...args: readonly string[]): Promise<string> =>
  (await program(process.execPath, [`scripts/${name}.js`, ...args], { cwd: root })).stdout.trimEnd()

const nothing =
  'sessions lost 0, double executions 0, hangs 0, uncaught errors 0, oracle mismatches 0 (seed 2026)'

test.concurrent.each([
  ['no schedule of people, tabs, clocks and networks', 'faults', 10, known.length],
  ['nobody who wants to pay once while everything goes wrong', 'payments', 30, 0],
  ['no sequence of calls to the emulator', 'sequences', 30, 0],
] as const)(
  '%s loses, doubles, hangs or contradicts anything',
  { timeout: 0 },
  async (_, of, random, more) => {
    const cases = random + more
    const given = ['--of', of, '--runs', `${random}`, '--seed', '2026', ...(more > 0 ? ['--twice'] : [])]
    const lines = (await printed('faults', ...given)).split('\n')
    if (more > 0) expect(lines).toContain(`${cases} schedules played twice: ${cases} equal traces`)
    const [did = '', found] = lines.at(-1)?.split(': ') ?? []
    expect(found).toBe(nothing)
    const [played, ...counts] = (did.match(/\d+/g) ?? []).map(Number)
    expect(played).toBe(cases)
    // A run without sign-ins, payments, or payments in doubt would prove nothing.
    expect(counts.length).toBeGreaterThanOrEqual(3)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1)
  },
)

test.concurrent('a schedule that is played again in another process has the same trace', {
  timeout: 0,
}, async () => {
  const schedule = JSON.stringify({ order: '2026', ...known[1] })
  const [once, again] = await Promise.all([
    printed('faults', '--replay', schedule),
    printed('faults', '--replay', schedule, '--trace'),
  ])
  expect(once).toMatch(/^nothing was found\ntrace [\da-f]{16}$/)
  expect(again.endsWith(once)).toBe(true)
  expect(again).toContain('fetch POST /auth/credentials/AuthMethod/verify')
})

test.concurrent('no page that dies at a point of a flow, each flow in turn, loses or contradicts anything', {
  timeout: 0,
}, async () => {
  const last = (await printed('crashes', '--one-in', '41')).split('\n').at(-1) ?? ''
  expect(last).toMatch(/^\d\d+ deaths .* \d+ resumed, \d+ ended cleanly, \d+ not reached, 0 lost$/)
})

test.concurrent.each([
  ['a code that is given up while it is being entered', 'submit + cancel'],
  ['a payment that waits, executed again while it is authorized', 'pay again + authorize'],
])('%s, in one tab or in two, leaves nothing lost, doubled or stuck', { timeout: 0 }, async (_, pair) => {
  const last = (await printed('explore', '--bound', '1', '--minutes', '30', '--only', pair))
    .split('\n')
    .at(-1)
  expect(last).toMatch(
    /^4 of 4 pairs complete with at most 1 answers held back: \d{2,} explored, \d+ pruned, 0 violations$/,
  )
})
