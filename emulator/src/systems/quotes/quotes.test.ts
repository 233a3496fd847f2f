import type { InternalAccount, Quote, Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, type SignedIn, send, signInByMail } from '../../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'

interface Ready {
  readonly emulator: Emulator
  readonly wallet: InternalAccount
  readonly euros: InternalAccount
  readonly quote: (body?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer<Quote>>
  readonly execute: (quote: Quote, headers: Record<string, string>) => Promise<Answer<Quote>>
  readonly signIn: () => Promise<SignedIn>
  readonly balances: () => [bigint, bigint]
}

async function setUp(balance = 100_000_000): Promise<Ready> {
  const emulator = createEmulator({ clock: steppedClock() })
  const wallet = (await emulator.provision({ email: 'ada@example.com', balance })).account
  const euros = (await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR' })).account
  const standard = {
    source: { sourceType: 'ACCOUNT', accountId: wallet.id },
    destination: { destinationType: 'ACCOUNT', accountId: euros.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000_000,
  }
  return {
    emulator,
    wallet,
    euros,
    quote: (body = {}, headers = {}) =>
      send<Quote>(emulator, 'POST /quotes', { body: { ...standard, ...body }, headers }),
    execute: (quote, headers) => send<Quote>(emulator, `POST /quotes/${quote.id}/execute`, { headers }),
    signIn: () => signInByMail(emulator, wallet),
    balances: () => [emulator.ledger.balance(wallet.id, 'USDB'), emulator.ledger.balance(euros.id, 'EUR')],
  }
}

const stamped = (by: SignedIn, quote: Quote): Record<string, string> => ({
  'Service-Wallet-Signature': by.stamp(quote.payloadToSign ?? ''),
})
const invalidStamp = {
  status: 401,
  body: { code: 'UNAUTHORIZED', reason: 'Invalid Service-Wallet-Signature' },
}

describe('creating a quote', () => {
  it('creating a quote locks amounts, fee and rate for five minutes', async () => {
    const { quote, wallet, euros } = await setUp()
    // 10 USDB less 0.05 = 9.95 = 9.2129… EUR
    expect(await quote()).toMatchObject({
      status: 201,
      body: {
        status: 'PENDING',
        source: { sourceType: 'ACCOUNT', accountId: wallet.id, customerId: wallet.customerId },
        destination: { destinationType: 'ACCOUNT', accountId: euros.id },
        sendingCurrency: { code: 'USDB', decimals: 6 },
        receivingCurrency: { code: 'EUR', decimals: 2 },
        totalSendingAmount: 10_000_000,
        totalReceivingAmount: 921,
        feesIncluded: 50_000,
        exchangeRate: 1.08,
        expiresAt: '2026-01-01T00:05:00.000Z',
      },
    })
  })

  it('creating a quote delivers exactly the locked receiving amount', async () => {
    const { quote } = await setUp()
    const { body } = await quote({ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 921 })
    expect(body.totalReceivingAmount).toBe(921)
    expect(body.totalSendingAmount).toBe(9_996_784)
  })

  it('creating a quote from an embedded wallet returns its payload at top level and in the instructions', async () => {
    const { quote, emulator } = await setUp()
    const { body } = await quote()
    expect(JSON.parse(body.payloadToSign ?? '')).toMatchObject({ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' })
    expect(body.paymentInstructions).toEqual([
      { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: body.payloadToSign } },
    ])
    expect((await send<Quote>(emulator, `GET /quotes/${body.id}`)).body).toEqual(body)
  })

  it('creating a quote from any other account returns no payload', async () => {
    const { quote, wallet, euros } = await setUp()
    const { body } = await quote({
      source: { sourceType: 'ACCOUNT', accountId: euros.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
    })
    expect([body.payloadToSign, body.paymentInstructions]).toEqual([undefined, undefined])
  })

  const unknown = 'InternalAccount:00000000-0000-4000-8000-000000000000'
  const refused: [string, Record<string, unknown>, number, string][] = [
    [
      'an unknown source',
      { source: { sourceType: 'ACCOUNT', accountId: unknown } },
      404,
      'REFERENCE_NOT_FOUND',
    ],
    [
      'an unknown destination',
      { destination: { destinationType: 'ACCOUNT', accountId: unknown } },
      404,
      'REFERENCE_NOT_FOUND',
    ],
    ['immediate execution from an embedded wallet', { immediatelyExecute: true }, 400, 'INVALID_INPUT'],
    ['an amount of nothing', { lockedCurrencyAmount: 0 }, 400, 'INVALID_INPUT'],
    ['an amount with a fraction', { lockedCurrencyAmount: 1.5 }, 400, 'INVALID_INPUT'],
    ['an amount beyond the limit', { lockedCurrencyAmount: 9_000_000_000_000_001 }, 400, 'INVALID_INPUT'],
    ['an amount of which nothing arrives', { lockedCurrencyAmount: 1 }, 400, 'AMOUNT_OUT_OF_RANGE'],
    [
      'an amount too large to tell',
      { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 9_000_000_000_000_000 },
      400,
      'AMOUNT_OUT_OF_RANGE',
    ],
    ['an unknown locked side', { lockedCurrencySide: 'BOTH' }, 400, 'INVALID_INPUT'],
  ]
  it.each(refused)('creating a quote is refused for %s', async (_, body, status, code) => {
    const { quote } = await setUp()
    expect(await quote(body)).toMatchObject({ status, body: { code } })
  })

  it('creating a quote is refused if source and destination are the same, and for another customer’s source', async () => {
    const { quote, wallet, euros } = await setUp()
    const destination = { destinationType: 'ACCOUNT', accountId: wallet.id }
    expect(await quote({ destination })).toMatchObject({ status: 400, body: { code: 'SELF_PAYMENT' } })
    const source = { sourceType: 'ACCOUNT', accountId: wallet.id, customerId: euros.customerId }
    expect(await quote({ source })).toMatchObject({
      status: 400,
      body: { details: { issues: ['source.customerId'] } },
    })
  })

  it('creating a quote from an account without a wallet can execute it at once', async () => {
    const { emulator, quote, euros, wallet } = await setUp()
    await send(emulator, `POST /sandbox/internal-accounts/${euros.id}/fund`, { body: { amount: 1_000 } })
    const { status, body } = await quote({
      source: { sourceType: 'ACCOUNT', accountId: euros.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
      lockedCurrencyAmount: 1_000,
      immediatelyExecute: true,
    })
    expect([status, body.status]).toEqual([201, 'COMPLETED'])
    expect(emulator.ledger.balance(euros.id, 'EUR')).toBe(0n)
    expect(emulator.ledger.balanced()).toBe(true)
  })
})

describe('executing a quote', () => {
  it('executing a quote with a stamp moves the money, the fee and the conversion, and completes it', async () => {
    const { emulator, quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    expect(await execute(body, stamped(await signIn(), body))).toMatchObject({
      status: 200,
      body: { ...body, status: 'COMPLETED' },
    })
    expect(balances()).toEqual([90_000_000n, 921n])
    const { ledger } = emulator
    expect(ledger.balance(ledger.platform.fees, 'USDB')).toBe(50_000n)
    expect(ledger.balance(ledger.platform.conversion, 'USDB')).toBe(9_950_000n)
    expect(ledger.balance(ledger.platform.conversion, 'EUR')).toBe(-921n)
    expect(ledger.balanced()).toBe(true)
  })

  it('executing a quote without a stamp, or with that of another quote, is refused', async () => {
    const { quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    const other = (await quote()).body
    const by = await signIn()
    expect(await execute(body, {})).toMatchObject(invalidStamp)
    expect(await execute(body, { 'Service-Wallet-Signature': 'x' })).toMatchObject(invalidStamp)
    expect(await execute(body, { 'Service-Wallet-Signature': 'sandbox-valid-signature' })).toMatchObject(
      invalidStamp,
    )
    expect(await execute(body, stamped(by, other))).toMatchObject(invalidStamp)
    expect(balances()).toEqual([100_000_000n, 0n])
  })

  it('executing a quote with the stamp of another account’s session is refused', async () => {
    const { emulator, quote, execute } = await setUp()
    const { body } = await quote()
    const stranger = await signInByMail(emulator, (await emulator.provision()).account)
    expect(await execute(body, stamped(stranger, body))).toMatchObject(invalidStamp)
  })

  it('executing a quote from an account without a wallet needs no stamp', async () => {
    const { emulator, quote, execute, euros, wallet } = await setUp()
    await send(emulator, `POST /sandbox/internal-accounts/${euros.id}/fund`, { body: { amount: 1_000 } })
    const { body } = await quote({
      source: { sourceType: 'ACCOUNT', accountId: euros.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
      lockedCurrencyAmount: 1_000,
    })
    expect(await execute(body, {})).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('executing a quote twice is 409', async () => {
    const { quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    const by = await signIn()
    await execute(body, stamped(by, body))
    expect(await execute(body, stamped(by, body))).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(balances()).toEqual([90_000_000n, 921n])
  })

  it('executing a quote with two simultaneous calls moves the money once', async () => {
    const { quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    const by = await signIn()
    const answers = await Promise.all([1, 2].map(() => execute(body, stamped(by, body))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(balances()).toEqual([90_000_000n, 921n])
  })

  it('executing a quote is possible until just before it expires, and is 409 from then on', async () => {
    const { emulator, quote, execute, signIn } = await setUp()
    const [first, second] = [(await quote()).body, (await quote()).body]
    const by = await signIn()
    await emulator.clock.advance(299_999)
    expect((await execute(first, stamped(by, first))).status).toBe(200)
    await emulator.clock.advance(1)
    expect(await execute(second, stamped(by, second))).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await send<Quote>(emulator, `GET /quotes/${second.id}`)).body.status).toBe('EXPIRED')
    expect((await send<Quote>(emulator, `GET /quotes/${first.id}`)).body.status).toBe('COMPLETED')
  })

  it('executing a quote is refused if the balance is too low, and possible once it is sufficient', async () => {
    const { emulator, quote, execute, signIn, balances, wallet } = await setUp(9_999_999)
    const { body } = await quote()
    const headers = stamped(await signIn(), body)
    expect(await execute(body, headers)).toMatchObject({
      status: 400,
      body: { code: 'INSUFFICIENT_BALANCE' },
    })
    expect(balances()).toEqual([9_999_999n, 0n])
    await send(emulator, `POST /sandbox/internal-accounts/${wallet.id}/fund`, { body: { amount: 1 } })
    expect((await execute(body, headers)).status).toBe(200)
    expect(balances()).toEqual([0n, 921n])
  })

  it('executing an unknown quote is 404 QUOTE_NOT_FOUND', async () => {
    const { emulator } = await setUp()
    for (const call of ['GET /quotes/Quote:x', 'POST /quotes/Quote:x/execute']) {
      expect(await send(emulator, call)).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } })
    }
  })
})

describe('Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'key-1' }

  it('an Idempotency-Key repeats the first answer of an execution, with any stamp', async () => {
    const { quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    const by = await signIn()
    const first = await execute(body, { ...stamped(by, body), ...key })
    const again = await execute(body, { ...stamped(by, body), ...key })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await execute(body, key)).body).toEqual(first.body)
    expect(balances()).toEqual([90_000_000n, 921n])
  })

  it('an Idempotency-Key gives one answer to two simultaneous calls', async () => {
    const { quote, execute, signIn, balances } = await setUp()
    const { body } = await quote()
    const headers = { ...stamped(await signIn(), body), ...key }
    const answers = await Promise.all([1, 2, 3].map(() => execute(body, headers)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(balances()).toEqual([90_000_000n, 921n])
    const quotes = await Promise.all([1, 2].map(() => quote({}, { 'Idempotency-Key': 'key-2' })))
    expect(quotes[0]?.body).toEqual(quotes[1]?.body)
  })

  it('an Idempotency-Key can be used again after a wrong stamp', async () => {
    const { quote, execute, signIn } = await setUp()
    const { body } = await quote()
    expect(await execute(body, key)).toMatchObject(invalidStamp)
    expect((await execute(body, { ...stamped(await signIn(), body), ...key })).status).toBe(200)
  })

  it('an Idempotency-Key is refused with 409 for another call or another body', async () => {
    const { quote } = await setUp()
    await quote({}, key)
    const changed: Answer<unknown> = await quote({ lockedCurrencyAmount: 5_000_000 }, key)
    expect(changed).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('an Idempotency-Key of more than 255 characters is refused', async () => {
    const { quote } = await setUp()
    expect((await quote({}, { 'Idempotency-Key': 'x'.repeat(256) })).status).toBe(400)
  })
})

describe('transactions', () => {
  type List = { data: Transaction[]; totalCount: number; hasMore: boolean; nextCursor?: string }
  const list = async (emulator: Emulator, query: string): Promise<List> =>
    (await send<List>(emulator, `GET /transactions?${query}`)).body

  it('transactions are created with a quote and follow its status', async () => {
    const { emulator, quote, execute, signIn, wallet, euros } = await setUp()
    const { body } = await quote({ description: 'rent' })
    const pending = await send<Transaction>(emulator, `GET /transactions/${body.transactionId}`)
    expect(pending.body).toMatchObject({
      status: 'PENDING',
      type: 'OUTGOING',
      customerId: wallet.customerId,
      source: { accountId: wallet.id, currency: 'USDB' },
      destination: { accountId: euros.id, currency: 'EUR' },
      sentAmount: { amount: 10_000_000 },
      receivedAmount: { amount: 921 },
      quoteId: body.id,
      description: 'rent',
    })
    await emulator.clock.advance(1000)
    await execute(body, stamped(await signIn(), body))
    const done = await send<Transaction>(emulator, `GET /transactions/${body.transactionId}`)
    expect(done.body).toMatchObject({ status: 'COMPLETED', settledAt: '2026-01-01T00:00:01.000Z' })
    const { data } = await list(emulator, `customerId=${euros.customerId}`)
    expect(data).toMatchObject([{ type: 'INCOMING', status: 'COMPLETED', receivedAmount: { amount: 921 } }])
    expect(data[0]?.sentAmount).toBeUndefined()
  })

  it('transactions expire with their quote', async () => {
    const { emulator, quote } = await setUp()
    const { body } = await quote()
    await emulator.clock.advance(300_000)
    const expired = { status: 'EXPIRED', failureReason: 'QUOTE_EXPIRED' }
    expect((await list(emulator, '')).data).toMatchObject([expired])
    expect((await send(emulator, `GET /transactions/${body.transactionId}`)).body).toMatchObject(expired)
  })

  it('transactions are listed newest first, filtered and paged', async () => {
    const { emulator, quote, wallet, euros } = await setUp()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      ids.push((await quote()).body.transactionId)
      await emulator.clock.advance(1000)
    }
    const all = await list(emulator, '')
    expect(all.data.map(({ id }) => id)).toEqual([...ids].reverse())
    expect((await list(emulator, 'sortOrder=asc')).data.map(({ id }) => id)).toEqual(ids)
    const first = await list(emulator, 'limit=2')
    expect([first.hasMore, first.totalCount]).toEqual([true, 5])
    const second = await list(emulator, `limit=2&cursor=${first.nextCursor}`)
    expect(second.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const counts: [string, number][] = [
      [`customerId=${wallet.customerId}`, 5],
      [`customerId=${euros.customerId}`, 0],
      [`accountIdentifier=${euros.id}`, 5],
      [`senderAccountIdentifier=${euros.id}`, 0],
      [`receiverAccountIdentifier=${euros.id}`, 5],
      ['status=PENDING', 5],
      ['status=COMPLETED', 0],
      ['type=INCOMING', 0],
      ['startDate=2026-01-01T00:00:02.000Z', 3],
      ['endDate=2026-01-01T00:00:02.000Z', 3],
      [`reference=${all.data[0]?.reconciliationInstructions?.reference}`, 1],
      [`platformCustomerId=${all.data[0]?.platformCustomerId}`, 5],
      ['platformCustomerId=other', 0],
    ]
    for (const [query, count] of counts)
      expect([query, (await list(emulator, query)).totalCount]).toEqual([query, count])
  })

  it.each(['status=NONE', 'type=BOTH', 'sortOrder=up', 'startDate=yesterday'])(
    'transactions refuse the filter %s',
    async (query) => {
      expect((await send(createEmulator(), `GET /transactions?${query}`)).status).toBe(400)
    },
  )

  it('transactions that are unknown are 404 TRANSACTION_NOT_FOUND', async () => {
    expect(await send(createEmulator(), 'GET /transactions/x')).toMatchObject({
      status: 404,
      body: { code: 'TRANSACTION_NOT_FOUND' },
    })
  })
})
