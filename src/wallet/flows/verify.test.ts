import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the verify of a passkey whose answer is lost', () => {
  /** A wallet whose verify is out, and what loses its answer. */
  async function verifying() {
    await stubPasskeys()
    const stack = await createStack()
    const store = memoryStore()
    const lose: (() => void)[] = []
    let isHeld = false
    const wallet = await signedIn(stack, {
      store,
      passkey: { rpId: 'localhost' },
      backend: (request) =>
        isHeld && request.url.endsWith('/verify')
          ? new Promise((_, reject) => void lose.push(() => reject(new TypeError('Failed to fetch'))))
          : stack.backend(request),
    })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    isHeld = true
    const ended = codeOf(wallet.signIn({ type: 'PASSKEY' }))
    await expect.poll(() => lose).toHaveLength(1)
    const phase = async () => ((await store.read(stack.accountId)) as AccountRecord).pending?.phase
    return { wallet, ended, phase, lose: () => lose[0]?.() }
  }

  test('ends the attempt, and the session before it stays', async () => {
    const { wallet, ended, phase, lose } = await verifying()
    expect(await phase()).toBe('sent')
    lose()
    expect(await ended).toBe('OUTCOME_UNKNOWN')
    expect(await phase()).toBeUndefined()
    expect(wallet.getState().session.status).toBe('active')
  })

  test('leaves the attempt to the next page where the wallet was disposed of', async () => {
    const { wallet, ended, phase, lose } = await verifying()
    wallet.dispose()
    expect(await ended).toBe('DISPOSED')
    lose()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await phase()).toBe('sent')
  })
})
