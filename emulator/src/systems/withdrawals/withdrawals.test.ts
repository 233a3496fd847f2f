import { listPlatformInternalAccountsRoute, type WithdrawalFee } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { moneyScene } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator } from '../../index.js'
import { withdrawalRoutes } from './routes.js'

async function setUp(): Promise<{
  readonly emulator: Emulator
  readonly body: object
  readonly estimate: (change?: object) => Promise<Answer<WithdrawalFee>>
}> {
  const emulator = createEmulator()
  const { account } = await emulator.provision({ accountType: 'INTERNAL_CRYPTO', currency: 'USDC' })
  const body = {
    internalAccountId: account.id,
    currency: 'USDC',
    cryptoNetwork: 'SOLANA',
    amount: 10_000_000,
    destinationAddress: 'So1',
  }
  return {
    emulator,
    body,
    estimate: (change = {}) =>
      send<WithdrawalFee>(emulator, 'POST /crypto/estimate-withdrawal-fee', { body: { ...body, ...change } }),
  }
}

describe('estimate of a withdrawal', () => {
  it('the estimate of a withdrawal adds up: the fees and the net amount are the whole amount', async () => {
    const { estimate } = await setUp()
    expect(await estimate()).toMatchObject({
      status: 200,
      body: {
        networkFee: 10_000,
        networkFeeAsset: 'USDC',
        applicationFee: 10_000,
        totalFee: 20_000,
        netAmount: 9_980_000,
      },
    })
  })

  it.each([
    ['an unknown account', { internalAccountId: unknown('InternalAccount') }, 404, 'REFERENCE_NOT_FOUND'],
    ['a currency that the account does not hold', { currency: 'USDT' }, 400, 'INVALID_CURRENCY'],
    ['a network that does not carry it', { cryptoNetwork: 'SPARK' }, 400, 'INVALID_INPUT'],
    ['an unknown network', { cryptoNetwork: 'constructor' }, 400, 'INVALID_INPUT'],
    ['an amount that the fees eat up', { amount: 10_000 }, 400, 'AMOUNT_OUT_OF_RANGE'],
    ['no destination', { destinationAddress: undefined }, 400, 'INVALID_INPUT'],
  ])('the estimate of a withdrawal is refused for %s', async (_, change, status, code) => {
    const { estimate } = await setUp()
    expect(await estimate(change)).toMatchObject({ status, body: { code } })
  })

  it('the estimate of a withdrawal never breaks on any input', async () => {
    const { emulator, body } = await setUp()
    await neverBreaks(
      emulator,
      [...withdrawalRoutes, { route: listPlatformInternalAccountsRoute }],
      ['USD'],
      [body],
    )
  })
})

describe('platform’s own accounts', () => {
  type List = { data: { id: string; customerId?: string; type: string; balance: { amount: number } }[] }

  it('the platform’s own accounts are listed completely, filtered by currency and type, and can be funded', async () => {
    const { at, emulator } = await moneyScene()
    const { data } = (await at('/platform/internal-accounts')) as List
    expect(data.map(({ customerId }) => customerId)).toEqual([undefined, undefined, undefined])
    const crypto = (await at('/platform/internal-accounts?type=INTERNAL_CRYPTO')) as List
    expect(crypto.data).toEqual(data.filter(({ type }) => type === 'INTERNAL_CRYPTO'))
    const [dollars] = ((await at('/platform/internal-accounts?currency=USD')) as List).data
    await send(emulator, `POST /sandbox/internal-accounts/${dollars?.id}/fund`, { body: { amount: 7 } })
    const again = (await at('/platform/internal-accounts?currency=USD')) as List
    expect(again.data).toMatchObject([{ id: dollars?.id, balance: { amount: 7 } }])
  })

  it('the platform’s own accounts are not listed with those of customers', async () => {
    const { at } = await moneyScene()
    await at('/platform/internal-accounts')
    const { data } = (await at('/customers/internal-accounts?limit=100')) as List
    expect(data).toHaveLength(2)
  })

  it('the platform’s own accounts pay on behalf of the customer that the quote names', async () => {
    const { at, quote, dollars, emulator, execute } = await moneyScene()
    const [own] = ((await at('/platform/internal-accounts?currency=USD')) as List).data
    await send(emulator, `POST /sandbox/internal-accounts/${own?.id}/fund`, { body: { amount: 100_00 } })
    const source = { sourceType: 'ACCOUNT', accountId: own?.id, customerId: dollars.customerId }
    const { body } = await quote({ source })
    expect(body.source.customerId).toBe(dollars.customerId)
    expect((await execute(body)).body.status).toBe('COMPLETED')
    expect(emulator.ledger.balanced()).toBe(true)
  })
})
