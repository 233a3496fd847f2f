/**
 * A payment that waits, on a page that has not loaded the code of passkeys. Alone, because other tests load it.
 * @module
 */
import { afterEach, expect, test, vi } from 'vitest'
import { kept, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { optionsOf, waitingPurse } from '../fixtures/waiting-payment.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a page that reads that a payment waits for a passkey loads the code of passkeys before the click', async () => {
  await stubPasskeys()
  const one = await waitingPurse({ factor: 'PASSKEY' })
  const before = await signedIn(one.stack, optionsOf(one))
  await before.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
  await before.executeQuote(one.quote)
  before.dispose()
  vi.resetModules()
  const { createWallet } = await import('../create-wallet.js')
  const { ceremonies } = await import('../credentials/passkey.js')
  const { accountId, emulator } = one.stack
  const wallet = kept(
    createWallet({ accountId, backend: one.backend, store: one.store, clock: emulator.clock }),
  )
  await wallet.ready
  expect(ceremonies()).toBeUndefined()
  await wallet.getQuote(one.quote.id)
  await expect.poll(ceremonies).toBeDefined()
})
