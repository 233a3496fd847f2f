/** Making and disposing of wallets in quick order, as components do. @module */
import { describe, expect, test } from 'vitest'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createWorld } from '../fixtures/world.js'
import { memoryStore } from '../record/storage.js'

describe('a wallet that is made, disposed of and made again, as React StrictMode does,', () => {
  // shows: made-and-disposed
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
    expect(await codeOf(first.sessions.refresh())).toBe('DISPOSED')
  })

  // shows: made-and-disposed
  test('takes listeners at any time of its start, that call it, and end it', async () => {
    const world = await createWorld()
    const wallet = world.wallet()
    kept(wallet)
    const calls: Promise<string>[] = []
    const unsubscribe = wallet.subscribe(() => {
      unsubscribe()
      calls.push(codeOf(wallet.credentials.list()), codeOf(wallet.signIn({ type: 'EMAIL_OTP' })))
      wallet.subscribe(() => {
        if (wallet.getState().flow.status === 'awaitingProof') wallet.dispose()
      })
    })
    await wallet.ready
    expect(await Promise.all(calls)).toEqual(['resolved', 'resolved'])
    expect(await codeOf(wallet.credentials.list())).toBe('DISPOSED')
  })
})
