/** What keeps a process of Node alive: a call that somebody awaits, and nothing else. @module */
import { expect, it, onTestFinished } from 'vitest'
import { type Clock, createWallet } from '../index.js'
import { createStack } from './fixtures/stack.js'

/** A real clock, and the number of its timers of either kind that have not fired. */
function countedClock() {
  const waiting = { held: 0, later: 0 }
  const timers =
    (kind: keyof typeof waiting) =>
    (ms: number, fn: () => void): (() => void) => {
      waiting[kind] += 1
      let isOver = false
      const end = (): void => {
        if (!isOver) waiting[kind] -= 1
        isOver = true
      }
      const timer = setTimeout(() => {
        end()
        fn()
      }, ms)
      return () => {
        end()
        clearTimeout(timer)
      }
    }
  const clock: Clock = { now: Date.now, after: timers('held'), later: timers('later') }
  return { clock, waiting }
}

it('a call whose backend is down holds the process through the pauses between its tries, and then no more', async () => {
  const { clock, waiting } = countedClock()
  const least: number[] = []
  const wallet = createWallet({
    accountId: 'InternalAccount:00000000-0000-4000-8000-000000000001',
    clock,
    backend: async () => {
      // The next try comes after a pause in which nothing but a timer is under way.
      setTimeout(() => least.push(waiting.held), 50)
      throw new TypeError('refused')
    },
  })
  onTestFinished(() => wallet.dispose())
  await expect(wallet.credentials.list()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(Math.min(...least.slice(0, -1))).toBeGreaterThan(0)
  await expect.poll(() => waiting.held).toBe(0)
})

it('a wallet with a session holds no process while nobody calls it', async () => {
  const { clock, waiting } = countedClock()
  const stack = await createStack()
  const wallet = createWallet({ accountId: stack.accountId, backend: stack.backend, clock })
  onTestFinished(() => wallet.dispose())
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  expect(waiting.later).toBeGreaterThan(0)
  await expect.poll(() => waiting.held).toBe(0)
})
