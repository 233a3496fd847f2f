/** Tests every row of the sandbox's tables of transfers, quotes, UMA addresses and funding, over HTTP. @module */
import { afterAll, describe, expect, it } from 'vitest'
import { eurInfo, usdInfo } from '../../emulator/src/fixtures/money.js'
import type { ExternalAccount } from '../../src/wire/external-accounts.js'
import type { UmaReceiverLookup } from '../../src/wire/lookups.js'
import type { Quote } from '../../src/wire/quotes.js'
import type { Transaction } from '../../src/wire/transactions.js'
import { quoteRows } from './quote-table.js'
import { startService } from './service.js'
import { transferRows } from './transfer-table.js'
import { umaRows } from './uma-table.js'

const service = await startService()
const { emulator, call, got, pass, eventsOf } = service
afterAll(service.close)

const held = (accountId: string, currency = 'USD'): number =>
  Number(emulator.ledger.balance(accountId, currency))

const external = (customerId: string, currency: string, accountInfo: object): Promise<ExternalAccount> =>
  got(201, 'POST /customers/external-accounts', { currency, customerId, accountInfo })

const transaction = (id: string): Promise<Transaction> => got(200, `GET /transactions/${id}`)

const transfer = (direction: 'out' | 'in', internal: string, other: string): Promise<Transaction> => {
  const [source, destination] = direction === 'out' ? [internal, other] : [other, internal]
  const body = { source: { accountId: source }, destination: { accountId: destination }, amount: 100_00 }
  return got(201, `POST /transfer-${direction}`, body)
}

const account = (accountId: string): object => ({ sourceType: 'ACCOUNT', accountId })

const quote = (source: object, destination: object, change: object = {}): Promise<Quote> =>
  got(201, 'POST /quotes', {
    source,
    destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_00,
    ...change,
  })

const execute = ({ id }: Quote): Promise<Quote> => got(200, `POST /quotes/${id}/execute`)

describe('transfers', () => {
  it.each(transferRows)(
    'a transfer $direction, suffix $suffix: $outcome (Transaction; Transaction status)',
    async (row) => {
      const { customer, account: dollars } = await service.customer()
      const { id } = await external(customer.id, 'USD', usdInfo(row.suffix))
      const answered = await transfer(row.direction, dollars.id, id)
      expect([answered.status, answered.type]).toEqual([
        row.answered,
        row.direction === 'out' ? 'OUTGOING' : 'INCOMING',
      ])
      if (row.endsAfter > 0) {
        await pass(row.endsAfter - 1)
        expect((await transaction(answered.id)).status).toBe(row.answered)
        await pass(1)
      }
      const ended = await transaction(answered.id)
      expect([ended.status, ended.failureReason, ended.refund?.status]).toEqual([
        row.status,
        row.reason,
        row.refund,
      ])
      expect(ended.settledAt !== undefined).toBe(row.status === 'COMPLETED')
      expect([held(dollars.id), emulator.ledger.balanced()]).toEqual([row.held, true])
      expect(await eventsOf(ended.id)).toEqual(row.webhooks)
    },
  )

  it.each([
    ['USD', usdInfo('002')],
    ['EUR', eurInfo('002')],
    ['MXN', { accountType: 'MXN_ACCOUNT', clabeNumber: '646180111812345002' }],
    [
      'BRL',
      {
        accountType: 'BRL_ACCOUNT',
        pixKey: 'ada.002@example.com',
        pixKeyType: 'EMAIL',
        taxId: '12345678901',
      },
    ],
    ['BTC', { accountType: 'SPARK_WALLET', address: 'sp1qqqqqqq002' }],
  ])(
    'the primary identifier of an account in %s selects the outcome (Sandbox test behaviors)',
    async (currency, info) => {
      const { customer, account: internal } = await service.customer({ currency })
      const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }
      const whole = currency === 'BTC' ? info : { beneficiary, ...info }
      const { id } = await external(customer.id, currency, whole)
      expect((await transfer('out', internal.id, id)).status).toBe('FAILED')
    },
  )
})

describe('quotes to external accounts', () => {
  it.each(quoteRows)('a quote to suffix $suffix: $outcome (Transaction; Transaction status)', async (row) => {
    const { customer, account: dollars } = await service.customer()
    const { id } = await external(customer.id, 'EUR', eurInfo(row.suffix))
    const created = await quote(account(dollars.id), { destinationType: 'ACCOUNT', accountId: id })
    const now = async (): Promise<unknown[]> => {
      const { status, refund } = await transaction(created.transactionId)
      return [status, (await got<Quote>(200, `GET /quotes/${created.id}`)).status, refund?.status]
    }
    expect((await execute(created)).status).toBe(row.answered)
    let passed = 0
    let before: unknown[] | undefined
    for (const { at, ...shown } of row.moments) {
      if (at > passed) {
        await pass(at - 1 - passed)
        expect(await now()).toEqual(before)
        await pass(1)
        passed = at
      }
      before = [shown.transaction, shown.quote, shown.refund]
      expect(await now()).toEqual(before)
    }
    const ended = await transaction(created.transactionId)
    expect([ended.failureReason, ended.refund?.reason]).toEqual([row.reason, row.refundReason])
    expect([held(dollars.id), emulator.ledger.balanced()]).toEqual([row.held, true])
    expect(await eventsOf(ended.id)).toEqual(row.webhooks)
  })
})

describe('sandbox UMA addresses', () => {
  it.each(umaRows)('a payment to $user, which $outcome (Sandbox test behaviors)', async (row) => {
    const { customer, account: dollars } = await service.customer()
    const umaAddress = `$${row.user}@sandbox.test`
    const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${customer.id}`
    const { lookupId, supportedCurrencies } = await got<UmaReceiverLookup>(200, `GET ${path}`)
    expect(supportedCurrencies.map(({ currency }) => currency.code)).toEqual([row.currency])
    const { senderCustomerInfo } = row
    const created = await quote(
      account(dollars.id),
      { destinationType: 'UMA_ADDRESS', umaAddress },
      { lookupId, ...(senderCustomerInfo ? { senderCustomerInfo } : {}) },
    )
    expect((await execute(created)).status).toBe('PROCESSING')
    if (row.endsAfter > 0) {
      await pass(row.endsAfter - 1)
      expect((await transaction(created.transactionId)).status).toBe('PROCESSING')
      await pass(1)
    }
    const { outgoing } = row
    const ended = await transaction(created.transactionId)
    expect([ended.status, ended.failureReason, ended.refund?.status]).toEqual([
      row.status,
      outgoing.reason,
      outgoing.refund,
    ])
    expect([held(dollars.id), emulator.ledger.balanced()]).toEqual([outgoing.held, true])
    expect(await eventsOf(ended.id)).toEqual(outgoing.webhooks)
  })

  it.each(umaRows)(
    'a payment from $user, which $outcome (Transaction; Sandbox test behaviors)',
    async ({ user, endsAfter, incoming }) => {
      const { customer, account: dollars } = await service.customer()
      if (endsAfter > 0) {
        // A payment waits if the platform answers that it will decide later. Earlier events are received first, so that
        // they do not get this answer.
        await got(200, `GET /customers/${customer.id}`)
        await eventsOf(customer.id)
        service.endpoint.answers.push(202)
      }
      const answered = await got<Transaction>(200, 'POST /sandbox/uma/receive', {
        senderUmaAddress: `$${user}@sandbox.test`,
        receiverUmaAddress: customer.umaAddress,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 5_00,
      })
      expect(answered.status).toBe(endsAfter > 0 ? 'PENDING' : incoming.status)
      if (endsAfter > 0) {
        await pass(endsAfter - 1)
        expect(await got(200, `POST /transactions/${answered.id}/approve`, {})).toMatchObject({
          status: 'COMPLETED',
        })
      }
      const ended = await transaction(answered.id)
      expect([ended.status, ended.failureReason]).toEqual([incoming.status, incoming.reason])
      expect([held(dollars.id), emulator.ledger.balanced()]).toEqual([incoming.held, true])
      expect(await eventsOf(ended.id)).toEqual(incoming.webhooks)
    },
  )
})

describe('funding quotes', () => {
  it('a quote from an internal account is funded by the sandbox’s call, then executed (Sandbox test behaviors)', async () => {
    const { customer, account: empty } = await service.customer({ balance: 0 })
    const { id } = await external(customer.id, 'EUR', eurInfo('000'))
    const created = await quote(account(empty.id), { destinationType: 'ACCOUNT', accountId: id })
    expect(await call(`POST /quotes/${created.id}/execute`)).toMatchObject({
      status: 400,
      body: { code: 'INSUFFICIENT_BALANCE' },
    })
    await got(200, `POST /sandbox/internal-accounts/${empty.id}/fund`, { amount: 100_00 })
    expect((await execute(created)).status).toBe('PROCESSING')
    expect([(await transaction(created.transactionId)).status, held(empty.id)]).toEqual(['COMPLETED', 0])
  })

  it('a quote from an internal account is funded by a transfer in, then executed (Sandbox test behaviors)', async () => {
    const { customer, account: empty } = await service.customer({ balance: 0 })
    const bank = await external(customer.id, 'USD', usdInfo('000'))
    const { id } = await external(customer.id, 'EUR', eurInfo('000'))
    const created = await quote(account(empty.id), { destinationType: 'ACCOUNT', accountId: id })
    await transfer('in', empty.id, bank.id)
    await execute(created)
    expect([(await transaction(created.transactionId)).status, held(empty.id)]).toEqual(['COMPLETED', 0])
  })

  it('a quote with real-time funding is paid by the sandbox’s send (Sandbox test behaviors)', async () => {
    const { customer, account: euros } = await service.customer({ currency: 'EUR', balance: 0 })
    const funding = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id }
    const created = await quote(funding, { destinationType: 'ACCOUNT', accountId: euros.id })
    expect(created.paymentInstructions).toHaveLength(1)
    const sent = { quoteId: created.id, currencyCode: 'USD' }
    const paid = await got<Transaction>(200, 'POST /sandbox/send', sent)
    expect([paid.id, paid.type, paid.status]).toEqual([created.transactionId, 'OUTGOING', 'COMPLETED'])
    expect(held(euros.id, 'EUR')).toBe(created.totalReceivingAmount)
    expect(await eventsOf(paid.id)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
  })
})
