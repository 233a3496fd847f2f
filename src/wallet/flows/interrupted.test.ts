import { describe, expect, test } from 'vitest'
import type { WalletOptions } from '../api.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createWorld, type World } from '../fixtures/world.js'
import { memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000

describe('an attempt whose page died, where there are no locks to tell', () => {
  /** A page that sent something, and then does nothing any more. */
  const died = (world: World, store: WalletOptions['store'], path: string): Partial<WalletOptions> => ({
    ...(store && { store }),
    clock: { now: world.emulator.clock.now, after: () => () => {} },
    backend: (request) =>
      new URL(request.url).pathname.endsWith(path) ? new Promise(() => {}) : world.backend(request),
  })

  // shows: cut-off-told
  test('interrupts the attempt of a page that died at its deadline, and the absent session says so', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const dead = await opened(world, died(world, store, '/verify'))
    await dead.signIn({ type: 'EMAIL_OTP' })
    void dead.submit({ otp: world.otp() }).catch(() => {})
    await expect.poll(() => store.read(world.accountId)).toMatchObject({ pending: { phase: 'sent' } })
    const next = await opened(world, { store })
    expect(next.getState().session).toEqual({ status: 'none', reason: 'new' })
    await world.emulator.clock.advance(minutes(2))
    await expect
      .poll(() => next.getState())
      .toMatchObject({
        session: { status: 'none', reason: 'interrupted' },
        flow: { status: 'idle' },
      })
    expect(next.getState().flow).toEqual({ status: 'idle' })
  })

  // shows: cut-off-told
  test('interrupts the attempt of a page that died at its deadline, and beside a session the flow says so', async () => {
    const world = await createWorld()
    const store = memoryStore()
    const dead = await signedIn(world, died(world, store, '/refresh'))
    void dead.sessions.refresh().catch(() => {})
    await expect.poll(() => store.read(world.accountId)).toMatchObject({ pending: { phase: 'sent' } })
    const next = await opened(world, { store })
    expect(next.getState().flow).toEqual({ status: 'idle' })
    await world.emulator.clock.advance(minutes(2))
    await expect
      .poll(() => next.getState())
      .toMatchObject({
        session: { status: 'active' },
        flow: { status: 'idle', fault: { kind: 'session', code: 'INTERRUPTED' } },
      })
  })
})
