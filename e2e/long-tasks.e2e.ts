/**
 * Measures the processor time of every task on a page's main thread. Wall time would depend on what else the machine
 * does. The load of the page is not measured, because the scripts of Playwright run in it too.
 * @module
 */
import { expect } from '@playwright/test'
import { test } from './fixtures.js'
import { quoteFor } from './support/quotes.js'
import { signInByCode } from './support/sign-in.js'

/** The longest task, in milliseconds: 50 ms on a phone that is four times as slow as this machine. */
const longest = 50 / 4

// A run that exceeds the limit is repeated, because processor time grows, too, while other tests use the same processor.
// So a task that is too long only sometimes may not be noticed.
test.describe.configure({ retries: 2 })

/** An event of a trace. `ts`: when it began; `tdur`: its processor time; both in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
}

test('no flow blocks the page for more than 50 ms on a device four times as slow', { tag: '@long' }, async ({
  wallet,
  stack,
  browser,
}) => {
  const { page } = wallet
  const { quote } = await quoteFor(stack)
  const steps: readonly [string, () => Promise<unknown>][] = [
    ['sign in with a code', () => signInByCode(wallet, stack)],
    ['create a passkey', () => wallet.createPasskey('Laptop')],
    ['sign in with a passkey', () => wallet.signInWithPasskey()],
    ['create an identity', () => wallet.createOauth()],
    ['sign in with an identity', () => wallet.signInWithOauth()],
    ['refresh', () => wallet.refresh()],
    ['export', () => wallet.exportPhrase()],
    ['change privacy', () => wallet.setPrivacy(true)],
    ['execute a quote', () => wallet.executeQuote(quote)],
    ['list', () => wallet.listCredentials()],
    ['sign out', () => wallet.signOut()],
  ]
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
  })
  for (const [name, run] of steps) {
    await page.evaluate((mark) => performance.mark(mark), `step: ${name}`)
    await run()
    // Work that waits for an idle page belongs to the step too.
    await page.waitForTimeout(500)
  }
  // The format of Chromium's traces.
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const marks = traceEvents.filter(({ name }) => name.startsWith('step: '))
  expect(marks).toHaveLength(steps.length)
  const [first] = marks
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) =>
      first && name === 'RunTask' && pid === first.pid && tid === first.tid && ts >= first.ts,
  )
  // If the trace had no processor times, no task would be long.
  expect(tasks.filter(({ tdur = 0 }) => tdur > 1_000).length).toBeGreaterThan(10)
  const long = tasks
    .map(({ ts, tdur = 0 }) => ({ ms: tdur / 1_000, step: marks.findLast((mark) => mark.ts <= ts)?.name }))
    .filter(({ ms }) => ms > longest)
  expect(long).toEqual([])
})
