/** A page whose device slept: its timers stopped, and no event tells that the device woke up. @module */
import { expect, test } from 'vitest'
import { createDevice } from '../../../test/stage/device.js'
import { signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

const minute = 60_000

/** A wallet on a device that can be put to sleep, while the service's time goes on. */
async function onDevice(options: { readonly refreshAhead?: number } = {}) {
  const stack = await createStack()
  const { clock } = stack.emulator
  const device = createDevice(clock)
  const page = { isHidden: () => false }
  const own = { now: clock.now, after: (ms: number, fn: () => void) => device.after(page, ms, fn) }
  const wallet = await signedIn(stack, { clock: own, ...options })
  const sleep = async (ms: number): Promise<void> => {
    const wake = device.sleep()
    await clock.advance(ms)
    wake()
  }
  return { stack, clock, wallet, sleep }
}

test('a session that expired while the device slept ends within a minute of waking up, without any event', async () => {
  const { clock, wallet, sleep } = await onDevice()
  await clock.advance(minute)
  await sleep(20 * minute)
  await clock.advance(minute)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
})

test('a session that is still valid after the device slept ends at its expiry, and not later', async () => {
  const { clock, wallet, sleep } = await onDevice()
  await sleep(8 * minute)
  expect(wallet.getState().session.status).toBe('active')
  await clock.advance(7 * minute)
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
})

test('a refresh that became due while the device slept happens within a minute of waking up', async () => {
  const { stack, clock, wallet, sleep } = await onDevice({ refreshAhead: 120 })
  await clock.advance(10 * minute)
  await sleep(3.5 * minute)
  await clock.advance(minute)
  const refreshed = (): number =>
    stack.emulator.requests().filter(({ path, status }) => path.endsWith('/refresh') && status === 201).length
  await expect.poll(refreshed).toBe(1)
  await expect.poll(() => wallet.getState().session.status).toBe('active')
})

test('a code whose time ran out while the device slept is no longer awaited a minute after waking up', async () => {
  const { clock, wallet, sleep } = await onDevice()
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await clock.advance(minute)
  await sleep(20 * minute)
  await clock.advance(minute)
  await expect
    .poll(() => wallet.getState().flow)
    .toMatchObject({ status: 'idle', fault: { code: 'PROOF_TIMEOUT' } })
})
