import { Customer, InternalAccount, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { credentialsOf, send } from './fixtures/client.js'
import { createEmulator } from './index.js'

describe('provision', () => {
  it('provision() creates a customer with an embedded wallet in USDB and an EMAIL_OTP, and mails nothing', async () => {
    const emulator = createEmulator({ umaDomain: 'uma.example' })
    const { customer, account } = await emulator.provision({
      email: 'ada@example.com',
      fullName: 'Ada',
      balance: 125_50,
    })
    expect([parse(Customer, customer).ok, parse(InternalAccount, account).ok]).toEqual([true, true])
    expect(customer).toMatchObject({ email: 'ada@example.com', fullName: 'Ada', kycStatus: 'APPROVED' })
    expect(customer.umaAddress).toMatch(/^\$.+@uma\.example$/)
    expect(account).toMatchObject({
      type: 'EMBEDDED_WALLET',
      customerId: customer.id,
      status: 'ACTIVE',
      privateEnabled: false,
      balance: { amount: 12_550, currency: { code: 'USDB', decimals: 6 } },
    })
    expect(await credentialsOf(emulator, account)).toMatchObject([
      { type: 'EMAIL_OTP', nickname: 'ada@example.com' },
    ])
    expect(emulator.inbox.all()).toEqual([])
    expect((await send(emulator, `GET /customers/${customer.id}`)).body).toEqual(customer)
  })

  it('provision() creates a wallet without a credential', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    expect(await credentialsOf(emulator, account)).toEqual([])
  })

  it('provision() creates plain accounts in other currencies, also for an existing customer', async () => {
    const emulator = createEmulator()
    const { customer } = await emulator.provision()
    const second = await emulator.provision({
      customerId: customer.id,
      accountType: 'INTERNAL_FIAT',
      currency: 'MXN',
      balance: 7,
    })
    expect(second.customer.id).toBe(customer.id)
    expect(second.account).toMatchObject({
      type: 'INTERNAL_FIAT',
      balance: { amount: 7, currency: { code: 'MXN' } },
    })
    expect('privateEnabled' in second.account).toBe(false)
    expect((await send(emulator, `GET /customers/${customer.id}`)).body).toMatchObject({
      currencies: ['USDB', 'MXN'],
    })
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it.each([{ currency: 'XXX' }, { balance: -1 }, { balance: 0.5 }, { customerId: 'Customer:x' }])(
    'provision() rejects %j with a RangeError',
    async (options) => {
      await expect(createEmulator().provision(options)).rejects.toThrow(RangeError)
    },
  )

  it('a customer that was not provisioned is 404', async () => {
    expect((await send(createEmulator(), 'GET /customers/Customer:x')).status).toBe(404)
  })
})
