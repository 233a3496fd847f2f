/** Quotes to external accounts: what they lock, and the table of their outcomes. @module */

import type { Quote, Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send, signInByMail } from '../../fixtures/client.js'
import { eurInfo, type MoneyScene, moneyScene, usdInfo } from '../../fixtures/money.js'
import { unknown } from '../../fixtures/people.js'

interface PaidOut extends MoneyScene {
  readonly created: Quote
  readonly executed: Quote
  readonly now: () => Promise<{ readonly quote: Quote; readonly transaction: Transaction }>
}

async function paidOut(suffix: string): Promise<PaidOut> {
  const scene = await moneyScene()
  const { id } = await scene.external(eurInfo(suffix))
  const { body: created } = await scene.quote({ destination: to(id) })
  const { body: executed } = await scene.execute(created)
  return {
    ...scene,
    created,
    executed,
    now: async () => ({
      quote: (await scene.at(`/quotes/${created.id}`)) as Quote,
      transaction: await scene.transaction(created.transactionId),
    }),
  }
}

const to = (accountId: string, change: object = {}): object => ({
  destinationType: 'ACCOUNT',
  accountId,
  ...change,
})
const whole = 1_000_00n
const minutes = 60_000

describe('executing a quote to an external account', () => {
  it('executing a quote to an external account debits the source at once, is PROCESSING, then COMPLETED', async () => {
    const { created, executed, now, held, emulator } = await paidOut('000')
    expect([created.status, executed.status, held()]).toEqual(['PENDING', 'PROCESSING', 900_00n])
    const { quote, transaction } = await now()
    expect(quote.status).toBe('COMPLETED')
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      type: 'OUTGOING',
      exchangeRate: created.exchangeRate,
      rateDetails: { serviceApiVariableFeeAmount: 50 },
      counterpartyInformation: { FULL_NAME: 'Ada Lovelace' },
    })
    expect(emulator.ledger.balance('platform:outside', 'EUR')).toBe(BigInt(created.totalReceivingAmount))
    expect(emulator.ledger.balance('platform:transit', 'EUR')).toBe(0n)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it.each([
    {
      suffix: '002',
      outcome: 'quote execution failed',
      answer: 'FAILED',
      reason: 'QUOTE_EXECUTION_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
      status: 'FAILED',
      back: whole,
    },
    {
      suffix: '004',
      outcome: 'counterparty delivery failed',
      answer: 'PROCESSING',
      reason: 'OFFRAMP_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
      status: 'FAILED',
      back: whole,
    },
    {
      suffix: '006',
      outcome: 'user cancellation',
      answer: 'PROCESSING',
      reason: undefined,
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
      status: 'REFUNDED',
      back: whole,
    },
    {
      suffix: '007',
      outcome: 'payout and refund failed',
      answer: 'PROCESSING',
      reason: 'OFFRAMP_FAILED',
      refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
      status: 'FAILED',
      back: 900_00n,
    },
  ])(
    'executing a quote to an external account of suffix $suffix: $outcome',
    async ({ suffix, answer, reason, refund, status, back }) => {
      const { executed, now, held, emulator } = await paidOut(suffix)
      expect(executed.status).toBe(answer)
      await emulator.clock.advance(10_000)
      const { quote, transaction } = await now()
      expect(quote.status).toBe('FAILED')
      expect(transaction).toMatchObject({ status, refund })
      expect(transaction.failureReason).toBe(reason)
      expect([held(), emulator.ledger.balanced()]).toEqual([back, true])
    },
  )

  it.each(['004', '007'])(
    'executing a quote to an external account of suffix %s has a PENDING refund first',
    async (suffix) => {
      const { now, held, emulator } = await paidOut(suffix)
      const { refund } = (await now()).transaction
      expect([refund?.status, refund?.settledAt, held()]).toEqual(['PENDING', undefined, 900_00n])
      expect(emulator.ledger.balanced()).toBe(true)
    },
  )

  it('executing a quote to an external account of suffix 003 completes after six minutes', async () => {
    const { now, emulator } = await paidOut('003')
    await emulator.clock.advance(6 * minutes - 1)
    expect(await now()).toMatchObject({
      quote: { status: 'PROCESSING' },
      transaction: { status: 'PROCESSING' },
    })
    await emulator.clock.advance(1)
    expect(await now()).toMatchObject({
      quote: { status: 'COMPLETED' },
      transaction: { status: 'COMPLETED', settledAt: '2026-01-01T00:06:00.000Z' },
    })
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('executing a quote to an external account of suffix 005 first completes, then fails, and the money is returned', async () => {
    const { now, held, emulator } = await paidOut('005')
    expect(await now()).toMatchObject({
      quote: { status: 'COMPLETED' },
      transaction: { status: 'COMPLETED' },
    })
    await emulator.clock.advance(30_000)
    expect(await now()).toMatchObject({
      quote: { status: 'FAILED' },
      transaction: { status: 'FAILED', refund: { status: 'PENDING' } },
    })
    await emulator.clock.advance(5_000)
    const { transaction } = await now()
    expect([transaction.refund?.status, transaction.settledAt, held()]).toEqual([
      'COMPLETED',
      undefined,
      whole,
    ])
    expect(emulator.ledger.balance('platform:outside', 'EUR')).toBe(0n)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it.each(['001', '102'])('executing a quote to suffix %s succeeds', async (suffix) => {
    expect((await (await paidOut(suffix)).now()).quote.status).toBe('COMPLETED')
  })

  it('executing a quote to an external account from an embedded wallet needs its stamp', async () => {
    const { emulator, external, execute } = await moneyScene()
    const { account, customer } = await emulator.provision({ email: 'ada@example.com', balance: 100_000_000 })
    const { id } = await external(usdInfo('000'), { customerId: customer.id })
    const { body } = await send<Quote>(emulator, 'POST /quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: to(id),
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 10_00,
      },
    })
    expect((await execute(body)).status).toBe(401)
    const by = await signInByMail(emulator, account)
    const headers = { 'Service-Wallet-Signature': by.stamp(body.payloadToSign ?? '') }
    const done = await send<Quote>(emulator, `POST /quotes/${body.id}/execute`, { headers })
    expect([done.status, done.body.status]).toEqual([200, 'PROCESSING'])
    expect(emulator.ledger.balanced()).toBe(true)
  })
})

it('a quote is not executed after its account or its customer was deleted', async () => {
  const { quote, external, emulator, execute, held, dollars } = await moneyScene()
  const [first, second] = [await external(), await external(usdInfo('111'))]
  const [one, two] = [
    (await quote({ destination: to(first.id) })).body,
    (await quote({ destination: to(second.id) })).body,
  ]
  await send(emulator, `DELETE /customers/external-accounts/${first.id}`)
  expect((await execute(one)).status).toBe(404)
  await send(emulator, `DELETE /customers/${dollars.customerId}`)
  expect((await execute(two)).status).toBe(410)
  expect(held()).toBe(whole)
})

describe('quote to an external account', () => {
  it('a quote to an external account locks either side; the rate is sending units per receiving unit', async () => {
    const { quote, external } = await moneyScene()
    const destination = to((await external(eurInfo('000'))).id, { paymentRail: 'SEPA' })
    const sending = (await quote({ destination })).body
    expect(sending).toMatchObject({
      totalSendingAmount: 100_00,
      totalReceivingAmount: 92_12,
      feesIncluded: 50,
      exchangeRate: 1.08,
      destination,
    })
    // The received amount, at the rate, is the sent amount minus the fee.
    expect(Math.round(92_12 * sending.exchangeRate)).toBe(100_00 - sending.feesIncluded - 1)
    const side = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 92_12 }
    expect((await quote({ destination, ...side })).body).toMatchObject({
      totalReceivingAmount: 92_12,
      totalSendingAmount: 99_99,
    })
  })

  it('a quote to an external account may be executed at once from an internal account', async () => {
    const { quote, external, held } = await moneyScene()
    const destination = to((await external()).id)
    const { status, body } = await quote({ destination, immediatelyExecute: true })
    expect([status, body.status, held()]).toEqual([201, 'PROCESSING', 900_00n])
  })

  it('a quote to an external account is refused for a rail that the account does not have', async () => {
    const { quote, external } = await moneyScene()
    const destination = to((await external()).id, { paymentRail: 'PIX' })
    expect(await quote({ destination })).toMatchObject({
      status: 400,
      body: { details: { issues: ['destination.paymentRail'] } },
    })
    const odd = to((await external(usdInfo('111'))).id, { paymentRail: 'PIGEON' })
    expect((await quote({ destination: odd })).status).toBe(400)
  })

  it('a quote to an external account is refused if the account is unknown or belongs to another customer', async () => {
    const { quote, external, euros } = await moneyScene()
    expect((await quote({ destination: to(unknown('ExternalAccount')) })).status).toBe(404)
    const { id } = await external(usdInfo('000'), { customerId: euros.customerId })
    expect(await quote({ destination: to(id) })).toMatchObject({
      status: 400,
      body: { details: { issues: ['destination.accountId'] } },
    })
  })

  it('a quote to an external account requires the purpose of the payment if the destination does', async () => {
    const { quote, external } = await moneyScene()
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }
    const info = { accountType: 'PKR_ACCOUNT', accountNumber: '123456', beneficiary }
    const destination = to((await external(info, { currency: 'PKR' })).id)
    expect(await quote({ destination })).toMatchObject({
      status: 400,
      body: { code: 'MISSING_MANDATORY_USER_INFO', details: { issues: ['purposeOfPayment'] } },
    })
    expect((await quote({ destination, purposeOfPayment: 'FUN' })).status).toBe(400)
    expect((await quote({ destination, purposeOfPayment: 'GIFT' })).status).toBe(201)
  })

  it('a quote to an external account that expires makes its transaction EXPIRED, even without a call', async () => {
    const { quote, external, emulator, at } = await moneyScene()
    const { body } = await quote({ destination: to((await external()).id) })
    await emulator.clock.advance(5 * minutes)
    expect(await at(`/transactions/${body.transactionId}`)).toMatchObject({
      status: 'EXPIRED',
      failureReason: 'QUOTE_EXPIRED',
      updatedAt: '2026-01-01T00:05:00.000Z',
    })
  })
})
