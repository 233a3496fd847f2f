/** Transfers in and out, and the table of their outcomes. @module */

import type { Transaction } from 'embedded-wallet-auth/wire'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { eurInfo, type MoneyScene, moneyScene, usdInfo } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { transferRoutes } from './routes.js'

interface Scene extends MoneyScene {
  readonly out: (
    to: string,
    change?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer<Transaction>>
  readonly into: (from: string, change?: object) => Promise<Answer<Transaction>>
}

let scene: Scene | undefined

async function setUp(): Promise<Scene> {
  const money = await moneyScene()
  const { emulator, dollars } = money
  const call = (path: string, body: object, headers = {}): Promise<Answer<Transaction>> =>
    send<Transaction>(emulator, `POST ${path}`, { body, headers })
  scene = {
    ...money,
    out: (to, change = {}, headers = {}) => {
      const body = { source: { accountId: dollars.id }, destination: { accountId: to }, amount: 100_00 }
      return call('/transfer-out', { ...body, ...change }, headers)
    },
    into: (from, change = {}) => {
      const body = { source: { accountId: from }, destination: { accountId: dollars.id }, amount: 100_00 }
      return call('/transfer-in', { ...body, ...change })
    },
  }
  return scene
}

afterEach(() => {
  if (scene) expect(scene.emulator.ledger.balanced()).toBe(true)
})

describe('transfer out', () => {
  it('a transfer out moves the money and answers 201 with the outgoing transaction', async () => {
    const { external, out, held, dollars, emulator } = await setUp()
    const { id } = await external()
    expect(await out(id)).toMatchObject({
      status: 201,
      body: {
        type: 'OUTGOING',
        status: 'COMPLETED',
        customerId: dollars.customerId,
        source: { sourceType: 'ACCOUNT', accountId: dollars.id, currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: id, currency: 'USD' },
        sentAmount: { amount: 100_00, currency: { code: 'USD' } },
        receivedAmount: { amount: 100_00 },
        counterpartyInformation: { FULL_NAME: 'Ada Lovelace' },
        settledAt: '2026-01-01T00:00:00.000Z',
        reconciliationInstructions: { reference: expect.any(String) },
      },
    })
    expect([held(), emulator.ledger.balance('platform:outside', 'USD')]).toEqual([900_00n, 100_00n])
  })

  it('a transfer out from an embedded wallet is refused', async () => {
    const { emulator, out, external } = await setUp()
    const { account, customer } = await emulator.provision({ balance: 1_000_000 })
    const info = { accountType: 'SPARK_WALLET', address: 'sp1abc' }
    const { id } = await external(info, { currency: 'USDB', customerId: customer.id })
    expect(await out(id, { source: { accountId: account.id }, amount: 1 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { issues: ['source.accountId'] } },
    })
  })

  it('a transfer out between two currencies is refused', async () => {
    const { external, out, held } = await setUp()
    const { id } = await external(eurInfo('000'))
    expect(await out(id)).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } })
    expect(held()).toBe(1_000_00n)
  })

  it('a transfer out of more than the balance is refused, but a transfer of the whole balance is not', async () => {
    const { external, out, held } = await setUp()
    const { id } = await external()
    expect(await out(id, { amount: 1_000_01 })).toMatchObject({
      status: 400,
      body: { code: 'INSUFFICIENT_BALANCE' },
    })
    expect((await out(id, { amount: 1_000_00 })).status).toBe(201)
    expect(held()).toBe(0n)
  })

  it('a transfer out with the same Idempotency-Key is executed once', async () => {
    const { external, out, held } = await setUp()
    const { id } = await external()
    const key = { 'Idempotency-Key': 'once' }
    const [first, second] = [await out(id, {}, key), await out(id, {}, key)]
    expect(second.body).toEqual(first.body)
    expect(held()).toBe(900_00n)
  })

  it.each([
    ['no amount', { amount: undefined }, 400],
    ['an amount of nothing', { amount: 0 }, 400],
    ['a fraction', { amount: 1.5 }, 400],
    ['an amount beyond exactness', { amount: 2 ** 53 }, 400],
    ['no source', { source: undefined }, 400],
    ['an external source', { source: { accountId: unknown('ExternalAccount') } }, 400],
    ['an internal destination', { destination: { accountId: unknown('InternalAccount') } }, 400],
    ['an unknown source', { source: { accountId: unknown('InternalAccount') } }, 404],
    ['an unknown destination', { destination: { accountId: unknown('ExternalAccount') } }, 404],
  ])('a transfer out is refused with %s', async (_, change, status) => {
    const { external, out, held } = await setUp()
    expect((await out((await external()).id, change)).status).toBe(status)
    expect(held()).toBe(1_000_00n)
  })

  it('a transfer out to the account of another customer is refused', async () => {
    const { external, out, euros } = await setUp()
    const { id } = await external(usdInfo('000'), { customerId: euros.customerId })
    expect(await out(id)).toMatchObject({
      status: 400,
      body: { details: { issues: ['destination.accountId'] } },
    })
  })

  it('a transfer out from the platform’s account to a customer’s account belongs to that customer', async () => {
    const { at, emulator, external, out, dollars } = await setUp()
    const { data } = (await at('/platform/internal-accounts?currency=USD')) as { data: { id: string }[] }
    const accountId = data[0]?.id ?? ''
    await send(emulator, `POST /sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 5 } })
    const { body } = await out((await external()).id, { source: { accountId }, amount: 5 })
    expect([body.status, body.customerId]).toEqual(['COMPLETED', dollars.customerId])
    const own = await send<{ id: string }>(emulator, 'POST /platform/external-accounts', {
      body: { currency: 'USD', accountInfo: usdInfo('000') },
    })
    expect((await out(own.body.id, { source: { accountId }, amount: 1 })).status).toBe(400)
  })
})

describe('transfer in', () => {
  it('a transfer in moves the money and answers 201 with the incoming transaction', async () => {
    const { external, into, held, dollars } = await setUp()
    const { id } = await external()
    const { status, body } = await into(id)
    expect([status, body.type, body.status]).toEqual([201, 'INCOMING', 'COMPLETED'])
    expect([body.source?.['accountId'], body.destination['accountId']]).toEqual([id, dollars.id])
    expect(body.sentAmount).toBeUndefined()
    expect(held()).toBe(1_100_00n)
  })

  it('a transfer in can credit an embedded wallet', async () => {
    const { emulator, external, into } = await setUp()
    const { account, customer } = await emulator.provision()
    const info = { accountType: 'SPARK_WALLET', address: 'sp1abc' }
    const { id } = await external(info, { currency: 'USDB', customerId: customer.id })
    expect((await into(id, { destination: { accountId: account.id } })).status).toBe(201)
    expect(emulator.ledger.balance(account.id, 'USDB')).toBe(100_00n)
  })

  it('a transfer in is refused between two currencies, and from another customer’s account', async () => {
    const { external, into, euros } = await setUp()
    expect(await into((await external(eurInfo('000'))).id)).toMatchObject({
      body: { code: 'INVALID_CURRENCY' },
    })
    const { id } = await external(usdInfo('000'), { customerId: euros.customerId })
    expect(await into(id)).toMatchObject({ status: 400, body: { details: { issues: ['source.accountId'] } } })
  })

  it('a transfer in is refused if the balance would exceed the safe integer range', async () => {
    const { external, into, held } = await setUp()
    const { id } = await external()
    expect(await into(id, { amount: Number.MAX_SAFE_INTEGER })).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_OUT_OF_RANGE' },
    })
    expect(held()).toBe(1_000_00n)
  })
})

describe.each([
  ['out', 'OFFRAMP_FAILED', 900_00n],
  ['into', 'PAY_REQUEST_FAILED', 1_000_00n],
] as const)('by suffix a transfer %s', (direction, failureReason, meanwhile) => {
  it.each([
    ['002', 'FAILED'],
    ['003', 'FAILED'],
    ['004', 'REJECTED'],
  ])('a transfer of suffix %s is %s at once, and the balance is unchanged', async (suffix, status) => {
    const ready = await setUp()
    const { body } = await ready[direction]((await ready.external(usdInfo(suffix))).id)
    expect(body).toMatchObject({ status, failureReason })
    expect(body.settledAt).toBeUndefined()
    expect(body.refund?.status).toBe(direction === 'out' ? 'COMPLETED' : undefined)
    expect(ready.held()).toBe(1_000_00n)
  })

  it('a transfer of suffix 005 stays pending for 30 seconds, then fails', async () => {
    const ready = await setUp()
    const { body } = await ready[direction]((await ready.external(usdInfo('005'))).id)
    expect([body.status, ready.held()]).toEqual(['PENDING', meanwhile])
    await ready.emulator.clock.advance(29_999)
    expect((await ready.transaction(body.id)).status).toBe('PENDING')
    await ready.emulator.clock.advance(1)
    expect(ready.held()).toBe(1_000_00n)
    expect(await ready.transaction(body.id)).toMatchObject({ status: 'FAILED', failureReason })
  })

  it.each(['000', '001', '006', '102'])('a transfer of suffix %s succeeds', async (suffix) => {
    const ready = await setUp()
    const { body } = await ready[direction]((await ready.external(usdInfo(suffix))).id)
    expect(body.status).toBe('COMPLETED')
  })
})

it('a payment that is due completes with the next call, even if no timer fires', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const clock = { now: () => now, after: () => () => {}, advance: async () => {} }
  const { emulator, external, transaction, dollars } = await moneyScene({ clock })
  const { id } = await external(usdInfo('005'))
  const { body } = await send<Transaction>(emulator, 'POST /transfer-out', {
    body: { source: { accountId: dollars.id }, destination: { accountId: id }, amount: 1 },
  })
  now += 30_000
  expect((await transaction(body.id)).status).toBe('FAILED')
})

it('a reset removes payments that are due later', async () => {
  const { emulator, out, external, quote } = await setUp()
  await out((await external(usdInfo('005'))).id)
  await quote()
  emulator.reset()
  await emulator.clock.advance(10 * 60_000)
  expect(emulator.ledger.balances()).toEqual([])
})

it('no transfer breaks on any input', async () => {
  const { emulator, external, dollars } = await setUp()
  const { id } = await external()
  const [internal, other] = [{ accountId: dollars.id }, { accountId: id }]
  await neverBreaks(
    emulator,
    transferRoutes,
    [id],
    [
      { source: internal, destination: other, amount: 1 },
      { source: other, destination: internal, amount: 1 },
    ],
  )
})
