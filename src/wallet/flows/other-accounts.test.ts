/** What other accounts left in the same browser. @module */
import { describe, expect, test } from 'vitest'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const bob = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const hour = 3_600_000

describe('the record of another account', () => {
  test('a clock that was an hour behind for another account ends no session of this one', async () => {
    const stack = await createStack()
    const store = memoryStore()
    await store.update(bob, () => ({ version: 1, revision: 7, clockOffset: hour }))
    const before = await signedIn(stack, { store })
    before.dispose()
    const wallet = await opened(stack, { store })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await wallet.signer?.stamp('payload')).toEqual(expect.any(String))
    expect(wallet.getState().session.status).toBe('active')
    expect(await store.read(stack.accountId)).toMatchObject({ session: {} })
  })

  test('is swept by the clock that it was written by, until this page has learned a better one', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const now = stack.emulator.clock.now()
    const written = { version: 1, revision: 7, clockOffset: hour }
    await store.update(bob, () => ({
      ...written,
      cooldowns: { past: now + hour - 1, later: now + hour + 1 },
    }))
    await opened(stack, { store })
    await expect
      .poll(() => store.read(bob))
      .toEqual({
        ...written,
        revision: 8,
        cooldowns: { later: now + hour + 1 },
      })
  })
})
