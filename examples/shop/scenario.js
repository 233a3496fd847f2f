/** Ada buys an order. Wherever the shop's process is killed: paid once, the supplier paid once, shipped once. @module */
import assert from 'node:assert/strict'
import { createTestStack } from 'embedded-wallet-auth-emulator/testing'
import { createDatabase } from './database.js'
import { createShop } from './shop.js'

/** @param {import('embedded-wallet-auth-emulator/testing').KillableServer} server */
export async function adaBuys({ live, inbox }) {
  const { wallet, emulator, clock, account, signIn } = await createTestStack({
    emulator: { webhooks: { fetch: inbox.fetch } },
  })
  const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const supplier = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const database = createDatabase()
  const { tokenId, clientSecret } = emulator.apiToken
  const auth = /** @type {const} */ ({ type: 'basic', tokenId, clientSecret })
  /** The shop of a new process. @param {import('embedded-wallet-auth-emulator/testing').Point} point */
  const start = (point) =>
    createShop({
      database: point(database),
      service: { baseUrl: 'https://service.test/2025-10-13', auth, fetch: point(emulator.fetch), clock },
      webhookKey: emulator.webhookPublicKey,
      shopId: shop.account.id,
      supplierId: supplier.account.id,
      now: clock.now,
    })

  await signIn()
  const quote = await live((point) => start(point).sell('order-1', account.id))
  await wallet.executeQuote(quote)
  await clock.advance(60_000)
  await live((point) => inbox.deliver(start(point).receive))
  wallet.dispose()

  assert.deepEqual(database.shipments, ['order-1'])
  assert.equal(emulator.ledger.balance(shop.account.id, 'USD'), 5_00n)
  assert.equal(emulator.ledger.balance(supplier.account.id, 'USD'), 15_00n)
}
