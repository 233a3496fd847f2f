/** Making and disposing of wallets in quick order, as components do. @module */
import { afterEach, describe, expect, test } from 'vitest'
import type { Wallet, WalletOptions } from './api.js'
import { createWorld, type World } from './fixtures/world.js'
import { memoryStore } from './storage.js'

let open: Wallet[] = []
afterEach(() => {
  for (const wallet of open) wallet.dispose()
  open = []
})

async function opened(world: World, options: Partial<WalletOptions> = {}): Promise<Wallet> {
  const wallet = world.wallet(options)
  open.push(wallet)
  await wallet.ready
  return wallet
}

async function signedIn(world: World, options: Partial<WalletOptions> = {}): Promise<Wallet> {
  const wallet = await opened(world, options)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: world.otp() })
  return wallet
}

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('a wallet that is made, disposed of and made again, as React StrictMode does,', () => {
  test('starts as if there had been one, and nothing of the first is left', async () => {
    const world = await createWorld()
    const store = memoryStore()
    await signedIn(world, { store })
    const seen: string[] = []
    const first = world.wallet({ store })
    const unsubscribe = first.subscribe(() => seen.push(first.getState().session.status))
    unsubscribe()
    first.dispose()
    const second = await opened(world, { store })
    const heard: string[] = []
    second.subscribe(() => heard.push(second.getState().session.status))
    await first.ready
    expect(second.getState().session.status).toBe('active')
    await second.sessions.refresh()
    expect(heard.slice(-1)).toEqual(['active'])
    expect(seen).toEqual([])
    expect(first.getState().session.status).toBe('restoring')
    expect(await code(first.sessions.refresh())).toBe('DISPOSED')
  })

  test('takes listeners at any time of its start, that call it, and end it', async () => {
    const world = await createWorld()
    const wallet = world.wallet()
    open.push(wallet)
    const calls: Promise<string>[] = []
    const unsubscribe = wallet.subscribe(() => {
      unsubscribe()
      calls.push(code(wallet.credentials.list()), code(wallet.signIn({ type: 'EMAIL_OTP' })))
      wallet.subscribe(() => {
        if (wallet.getState().flow.status === 'awaitingProof') wallet.dispose()
      })
    })
    await wallet.ready
    expect(await Promise.all(calls)).toEqual(['resolved', 'resolved'])
    expect(await code(wallet.credentials.list())).toBe('DISPOSED')
  })
})
