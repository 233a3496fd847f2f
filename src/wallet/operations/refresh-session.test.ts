import { expect, test, vi } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

/** A wallet whose user is asked, and how the question is answered. */
async function asked() {
  const stack = await createStack()
  let answer = (_: boolean): void => {}
  const confirm = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
      }),
  )
  const wallet = await signedIn(stack, { confirm: confirm as NonNullable<WalletOptions['confirm']> })
  const idOf = (): string => {
    const { session } = wallet.getState()
    return 'id' in session ? session.id : ''
  }
  return { stack, wallet, confirm, answer: (value: boolean) => answer(value), idOf }
}

const minutes = (n: number): number => n * 60_000

test('a refresh asks about the session once, however many calls wait, and follows a yes', async () => {
  const { wallet, confirm, answer, idOf } = await asked()
  const before = idOf()
  const calls = [wallet.sessions.refresh(), wallet.sessions.refresh()]
  await vi.waitFor(() => expect(confirm).toHaveBeenCalled())
  expect(confirm).toHaveBeenCalledExactlyOnceWith({
    operation: 'refreshSession',
    details: { sessionId: before },
    signal: expect.any(AbortSignal),
  })
  answer(true)
  await Promise.all(calls)
  expect(idOf()).not.toBe(before)
})

test('a refresh can be confirmed for five minutes', async () => {
  const { stack, wallet, confirm, answer, idOf } = await asked()
  const before = idOf()
  const late = codeOf(wallet.sessions.refresh())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await stack.emulator.clock.advance(minutes(5))
  expect(await late).toBe('CONFIRMATION_REFUSED')
  const inTime = codeOf(wallet.sessions.refresh())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(2))
  await stack.emulator.clock.advance(minutes(5) - 1)
  answer(true)
  expect(await inTime).toBe('resolved')
  expect(idOf()).not.toBe(before)
})

test('a refresh cannot be confirmed after the session has expired, although five minutes are not over', async () => {
  const { stack, wallet, confirm } = await asked()
  const { session } = wallet.getState()
  const expiresAt = 'expiresAt' in session ? Date.parse(session.expiresAt) : 0
  await stack.emulator.clock.advance(expiresAt - stack.emulator.clock.now() - minutes(2))
  const refreshed = codeOf(wallet.sessions.refresh())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalled())
  await stack.emulator.clock.advance(minutes(2))
  expect(await refreshed).toMatch(/^(CONFIRMATION_REFUSED|SESSION_ENDED)$/)
})

test('a yes after the sign-out refreshes nothing: the session has ended', async () => {
  const { stack, wallet, confirm, answer } = await asked()
  const refreshed = codeOf(wallet.sessions.refresh())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalled())
  await wallet.signOut()
  const sent = stack.emulator.requests().length
  answer(true)
  expect(await refreshed).toBe('SESSION_ENDED')
  expect(stack.emulator.requests()).toHaveLength(sent)
})
