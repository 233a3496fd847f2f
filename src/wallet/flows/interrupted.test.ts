import { describe, expect, test } from 'vitest'
import type { WalletOptions } from '../api.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000

describe('an attempt whose page died, where there are no locks to tell', () => {
  /** A page that sent a request and then died. */
  const died = (stack: Stack, store: WalletOptions['store'], path: string): Partial<WalletOptions> => ({
    ...(store && { store }),
    clock: { now: stack.emulator.clock.now, after: () => () => {} },
    backend: (request) =>
      new URL(request.url).pathname.endsWith(path) ? new Promise(() => {}) : stack.backend(request),
  })

  test('the attempt of a page that died is interrupted at its deadline, which the missing session gives as the reason', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const dead = await opened(stack, died(stack, store, '/verify'))
    await dead.signIn({ type: 'EMAIL_OTP' })
    void dead.submit({ otp: stack.otp() }).catch(() => {})
    await expect.poll(() => store.read(stack.accountId)).toMatchObject({ pending: { phase: 'sent' } })
    const next = await opened(stack, { store })
    expect(next.getState().session).toEqual({ status: 'none', reason: 'new' })
    await stack.emulator.clock.advance(minutes(2))
    await expect
      .poll(() => next.getState())
      .toMatchObject({
        session: { status: 'none', reason: 'interrupted' },
        flow: { status: 'idle' },
      })
    expect(next.getState().flow).toEqual({ status: 'idle' })
  })

  test('the attempt of a page that died is interrupted at its deadline, which the flow shows if there is a session', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const dead = await signedIn(stack, died(stack, store, '/refresh'))
    void dead.sessions.refresh().catch(() => {})
    await expect.poll(() => store.read(stack.accountId)).toMatchObject({ refresh: { phase: 'sent' } })
    const next = await opened(stack, { store })
    expect(next.getState().flow).toEqual({ status: 'idle' })
    await stack.emulator.clock.advance(minutes(2))
    await expect
      .poll(() => next.getState())
      .toMatchObject({
        session: { status: 'active' },
        flow: { status: 'idle', fault: { kind: 'session', code: 'INTERRUPTED' } },
      })
  })
})
