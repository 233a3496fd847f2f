/** Incoming UMA payments: where they go, and the platform's approval of them. @module */

import {
  approveTransactionRoute,
  rejectTransactionRoute,
  sandboxReceiveUmaRoute,
  type Transaction,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { eurInfo, type MoneyScene, moneyScene, usdInfo } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import type { EmulatorOptions } from '../../index.js'

interface Receiving extends MoneyScene {
  readonly receive: (change?: object) => Promise<Answer<Transaction>>
  readonly approve: (id: string, body?: unknown) => Promise<Answer<Transaction>>
  readonly reject: (id: string, body?: unknown) => Promise<Answer<Transaction>>
}

async function setUp(options: EmulatorOptions = {}): Promise<Receiving> {
  const scene = await moneyScene(options)
  const { emulator, dollars } = scene
  const decide =
    (what: string) =>
    (id: string, body?: unknown): Promise<Answer<Transaction>> =>
      send<Transaction>(emulator, `POST /transactions/${id}/${what}`, body === undefined ? {} : { body })
  return {
    ...scene,
    receive: (change = {}) => {
      const body = {
        senderUmaAddress: '$success.usd@sandbox.test',
        customerId: dollars.customerId,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 5_00,
        ...change,
      }
      return send<Transaction>(emulator, 'POST /sandbox/uma/receive', { body })
    },
    approve: decide('approve'),
    reject: decide('reject'),
  }
}

const asking = { senderUmaAddress: '$ask.approval.usd@sandbox.test' }
const notWaiting = { status: 409, body: { code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' } }

describe('incoming UMA payment', () => {
  it('an incoming UMA payment is paid into the primary internal account if there is no default deposit account', async () => {
    const { receive, dollars, held, external, emulator } = await setUp()
    await external()
    expect(await receive()).toMatchObject({
      status: 200,
      body: {
        type: 'INCOMING',
        status: 'COMPLETED',
        customerId: dollars.customerId,
        source: { sourceType: 'UMA_ADDRESS', umaAddress: '$success.usd@sandbox.test' },
        destination: { accountId: dollars.id },
        receivedAmount: { amount: 5_00, currency: { code: 'USD' } },
      },
    })
    expect([held(), emulator.ledger.balanced()]).toEqual([1_005_00n, true])
  })

  it('an incoming UMA payment is paid into the default UMA deposit account if there is one', async () => {
    const { receive, held, external, emulator } = await setUp()
    const { id } = await external(usdInfo('000'), { defaultUmaDepositAccount: true })
    expect((await receive()).body).toMatchObject({ status: 'COMPLETED', destination: { accountId: id } })
    expect([held(), emulator.ledger.balanced()]).toEqual([1_000_00n, true])
    await send(emulator, `DELETE /customers/external-accounts/${id}`)
    await receive()
    expect(held()).toBe(1_005_00n)
  })

  it('an incoming UMA payment fails if the bank of the deposit account refuses it', async () => {
    const { receive, external, emulator } = await setUp()
    await external(usdInfo('003'), { defaultUmaDepositAccount: true })
    expect((await receive()).body).toMatchObject({ status: 'FAILED', failureReason: 'OFFRAMP_FAILED' })
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('an incoming UMA payment in another currency is converted', async () => {
    const { receive, held, external, emulator } = await setUp()
    await receive({ receivingCurrencyCode: 'EUR' })
    expect(held()).toBe(1_005_40n)
    await external(eurInfo('000'), { defaultUmaDepositAccount: true })
    expect((await receive()).body.destination['currency']).toBe('EUR')
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('an incoming UMA payment finds its receiver by address or by id', async () => {
    const { receive, emulator } = await setUp()
    const { customer, account } = await emulator.provision()
    const byAddress = { customerId: undefined, receiverUmaAddress: customer.umaAddress }
    expect((await receive(byAddress)).body.destination['accountId']).toBe(account.id)
    expect(emulator.ledger.balance(account.id, 'USDB')).toBe(5_000_000n)
    expect((await receive({ ...byAddress, customerId: customer.id })).status).toBe(200)
  })

  it.each([
    ['two customers', { receiverUmaAddress: '$nobody@sandbox.test' }, 404, 'USER_NOT_FOUND'],
    ['nobody', { customerId: undefined }, 400, 'INVALID_INPUT'],
    ['an unknown customer', { customerId: unknown('Customer') }, 404, 'REFERENCE_NOT_FOUND'],
    ['a malformed address', { receiverUmaAddress: 'ada' }, 400, 'INVALID_INPUT'],
    ['a malformed sender', { senderUmaAddress: 'ada@example.com' }, 400, 'INVALID_INPUT'],
    ['an unknown currency', { receivingCurrencyCode: 'XXX' }, 400, 'INVALID_CURRENCY'],
    ['an amount of nothing', { receivingCurrencyAmount: 0 }, 400, 'INVALID_INPUT'],
    [
      'an amount of which nothing arrives',
      { receivingCurrencyCode: 'VND', receivingCurrencyAmount: 1 },
      400,
      'AMOUNT_OUT_OF_RANGE',
    ],
    [
      'more than can be told exactly',
      { receivingCurrencyAmount: Number.MAX_SAFE_INTEGER },
      400,
      'AMOUNT_OUT_OF_RANGE',
    ],
  ])('an incoming UMA payment is refused for %s', async (_, change, status, code) => {
    const { receive, held } = await setUp()
    expect(await receive(change)).toMatchObject({ status, body: { code } })
    expect(held()).toBe(1_000_00n)
  })

  it('an incoming UMA payment is refused if address and id belong to different customers', async () => {
    const { receive, emulator } = await setUp()
    const { customer } = await emulator.provision()
    expect(await receive({ receiverUmaAddress: customer.umaAddress })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_RECEIVER' },
    })
  })

  it.each([
    ['$fail.compliance.usd@sandbox.test', 'PAY_REQUEST_FAILED'],
    ['$fail.lookup.usd@sandbox.test', 'LNURLP_FAILED'],
  ])('an incoming UMA payment from %s fails', async (senderUmaAddress, failureReason) => {
    const { receive, held } = await setUp()
    expect((await receive({ senderUmaAddress })).body).toMatchObject({ status: 'FAILED', failureReason })
    expect(held()).toBe(1_000_00n)
  })
})

describe('payment that needs approval', () => {
  it('a payment that needs approval is PENDING, and its money arrives when it is approved', async () => {
    const { receive, approve, held, emulator } = await setUp()
    const { body } = await receive(asking)
    expect([body.status, held()]).toEqual(['PENDING', 1_000_00n])
    expect(await approve(body.id)).toMatchObject({ status: 200, body: { id: body.id, status: 'COMPLETED' } })
    expect([held(), emulator.ledger.balanced()]).toEqual([1_005_00n, true])
  })

  it('a payment that needs approval is REJECTED when it is rejected, and no money arrives', async () => {
    const { receive, reject, held } = await setUp()
    const { body } = await receive(asking)
    expect(await reject(body.id, { reason: 'unknown sender' })).toMatchObject({
      status: 200,
      body: { status: 'REJECTED' },
    })
    expect(held()).toBe(1_000_00n)
  })

  it('a payment that needs approval fails if the platform does not answer in time', async () => {
    const { receive, approve, emulator, transaction, held } = await setUp()
    const { body } = await receive(asking)
    await emulator.clock.advance(4_999)
    expect((await transaction(body.id)).status).toBe('PENDING')
    await emulator.clock.advance(1)
    expect(await transaction(body.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
      updatedAt: '2026-01-01T00:00:05.000Z',
    })
    expect(await approve(body.id)).toMatchObject(notWaiting)
    expect(held()).toBe(1_000_00n)
  })

  it('a payment that needs approval cannot be approved after the deadline, even if no timer fires', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const clock = { now: () => now, after: () => () => {}, advance: async () => {} }
    const { receive, approve, held } = await setUp({ clock })
    const { body } = await receive(asking)
    now += 5_000
    expect(await approve(body.id)).toMatchObject(notWaiting)
    expect(held()).toBe(1_000_00n)
  })

  it('a payment that needs approval from $pending.long.usd waits for an hour', async () => {
    const { receive, approve, emulator } = await setUp()
    const { body } = await receive({ senderUmaAddress: '$pending.long.usd@sandbox.test' })
    await emulator.clock.advance(59 * 60_000)
    expect((await approve(body.id)).body.status).toBe('COMPLETED')
  })

  it('a payment that needs approval lists the fields that it asks for, and fails without the mandatory ones', async () => {
    const { receive, approve, held } = await setUp()
    const sender = { senderUmaAddress: '$ask.payee.usd@sandbox.test' }
    const { body } = await receive(sender)
    expect(body.requestedReceiverCustomerInfoFields).toEqual([
      { name: 'BIRTH_DATE', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ])
    expect((await approve(body.id, { receiverCustomerInfo: { NATIONALITY: 'GB' } })).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'MISSING_MANDATORY_PAYEE_DATA',
    })
    expect(held()).toBe(1_000_00n)
    const second = (await receive(sender)).body
    const receiverCustomerInfo = { BIRTH_DATE: '1815-12-10' }
    expect((await approve(second.id, { receiverCustomerInfo })).body.status).toBe('COMPLETED')
  })

  it.each(['approve', 'reject'] as const)(
    'a payment that needs approval is 409 for %s after the decision, and 404 for an unknown payment',
    async (decide) => {
      const scene = await setUp()
      const { body } = await scene.receive(asking)
      await scene.approve(body.id)
      expect(await scene[decide](body.id)).toMatchObject(notWaiting)
      expect(await scene[decide]((await scene.quote()).body.transactionId)).toMatchObject(notWaiting)
      expect(await scene[decide](unknown('Transaction'))).toMatchObject({
        status: 404,
        body: { code: 'TRANSACTION_NOT_FOUND' },
      })
      expect((await scene[decide](body.id, { receiverCustomerInfo: 7, reason: 7 })).status).toBe(400)
    },
  )
})

describe('answers of a webhook endpoint', () => {
  const answering = (status: number, body: object = {}): EmulatorOptions => ({
    webhooks: { fetch: async () => Response.json(body, { status }) },
  })

  it.each([
    [200, { status: 'COMPLETED' }, 1_005_00n],
    [202, { status: 'PENDING' }, 1_000_00n],
    [403, { status: 'REJECTED' }, 1_000_00n],
    [422, { status: 'FAILED', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' }, 1_000_00n],
    [500, { status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }, 1_000_00n],
  ])('the platform’s answer %i decides about the payment', async (status, expected, balance) => {
    const { receive, held, emulator } = await setUp(answering(status))
    expect((await receive()).body).toMatchObject(expected)
    expect([held(), emulator.ledger.balanced()]).toEqual([balance, true])
  })

  it('the platform’s answer 202 leaves five seconds to approve', async () => {
    const { receive, approve, emulator } = await setUp(answering(202))
    const [first, second] = [(await receive()).body, (await receive()).body]
    expect((await approve(first.id)).body.status).toBe('COMPLETED')
    await emulator.clock.advance(5_000)
    expect(await approve(second.id)).toMatchObject(notWaiting)
  })

  it.each([200, 202, 500])(
    'the platform’s answer %i is ignored if the platform has approved with a call in the meantime',
    async (status) => {
      let approve: Receiving['approve'] | undefined
      const scene = await setUp({
        webhooks: {
          fetch: async (request) => {
            const { type, data } = (await request.json()) as { type: string; data: Transaction }
            if (type === 'INCOMING_PAYMENT.PENDING') await approve?.(data.id)
            return new Response(null, { status })
          },
        },
      })
      approve = scene.approve
      expect(await scene.receive()).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
      expect(scene.held()).toBe(1_005_00n)
    },
  )

  it('a reset drops a request for approval that has no answer yet', async () => {
    let reset = (): void => {}
    const scene = await setUp({
      webhooks: {
        fetch: async () => {
          reset()
          return new Response()
        },
      },
    })
    reset = scene.emulator.reset
    await scene.receive()
    expect(scene.emulator.ledger.balances()).toEqual([])
  })

  it('the platform’s answer 200 contains the requested information', async () => {
    const info = { receiverCustomerInfo: { BIRTH_DATE: '1815-12-10' } }
    const { receive } = await setUp(answering(200, info))
    const sender = { senderUmaAddress: '$ask.payee.usd@sandbox.test' }
    expect((await receive(sender)).body.status).toBe('COMPLETED')
  })
})

it('no incoming payment breaks on any input', async () => {
  const { emulator, receive, dollars } = await setUp()
  const { body } = await receive(asking)
  const near = {
    senderUmaAddress: '$success.usd@sandbox.test',
    customerId: dollars.customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 5,
  }
  const routes = [sandboxReceiveUmaRoute, approveTransactionRoute, rejectTransactionRoute].map((route) => ({
    route,
  }))
  await neverBreaks(emulator, routes, [body.id], [near, { receiverCustomerInfo: {} }, { reason: 'x' }])
  expect(emulator.ledger.balanced()).toBe(true)
})
