/** Creating and disposing wallets in quick succession, as components do. @module */
import { describe, expect, test } from 'vitest'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

describe('a wallet that is created, disposed of and created again, as React StrictMode does', () => {
  test('a wallet that was created, disposed and created again starts as if it had been created once', async () => {
    const stack = await createStack()
    const store = memoryStore()
    await signedIn(stack, { store })
    const seen: string[] = []
    const first = stack.wallet({ store })
    const unsubscribe = first.subscribe(() => seen.push(first.getState().session.status))
    unsubscribe()
    first.dispose()
    const second = await opened(stack, { store })
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

  test('a listener can subscribe at any time while a wallet starts, call the wallet, and dispose it', async () => {
    const stack = await createStack()
    const wallet = stack.wallet()
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
