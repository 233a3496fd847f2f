import { type Card, CardTransaction, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type CardScene, cardScene } from '../../fixtures/cards.js'
import { send, signedSend, signInByMail } from '../../fixtures/client.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { simulatedCardRoutes } from './routes.js'
import { declines, pullOutcomes } from './suffixes.js'

const ten = 10_000_000

async function ready(descriptor = 'CAFE'): Promise<CardScene & { card: Card; authorized: CardTransaction }> {
  const scene = await cardScene()
  const card = (await scene.issue()).body
  return { ...scene, card, authorized: (await scene.authorize(card, ten, descriptor)).body }
}

describe('authorization', () => {
  it('an authorization holds the money but settles nothing', async () => {
    const { authorized, card, wallet, books } = await ready()
    expect(parse(CardTransaction, authorized).ok).toBe(true)
    expect(authorized).toMatchObject({
      status: 'AUTHORIZED',
      cardId: card.id,
      accountId: wallet.id,
      merchant: { descriptor: 'CAFE', mcc: '5812', country: 'US' },
      authorizedAmount: { amount: ten, currency: { code: 'USDB' } },
      pullSummary: { count: 1, totalAmount: ten, pendingCount: 0 },
      settlementSummary: { count: 0, totalAmount: 0 },
      refundSummary: { count: 0, totalAmount: 0 },
    })
    expect(authorized.createdAt).toBe(authorized.authorizedAt)
    expect('settledAmount' in authorized || 'refundedAmount' in authorized).toBe(false)
    expect(books()).toEqual([90_000_000, true])
  })

  const declined: [string, string][] = [
    ['002', 'INSUFFICIENT_FUNDS'],
    ['003', 'CARD_PAUSED'],
  ]

  it.each(declined)(
    'an authorization at a merchant that ends in %s is declined: %s',
    async (suffix, code) => {
      const { authorize, card, books } = await ready()
      expect(await authorize(card, ten, `SHOP ${suffix}`)).toMatchObject({ status: 400, body: { code } })
      expect(books()).toEqual([90_000_000, true])
    },
  )

  it('every row of the declined suffixes is tested', () => {
    expect(Object.keys(declines)).toEqual(declined.map(([suffix]) => suffix))
  })

  it('an authorization is declined if the balance is too low', async () => {
    const { authorize, card, books } = await ready()
    expect(await authorize(card, 90_000_001)).toMatchObject({ body: { code: 'INSUFFICIENT_FUNDS' } })
    expect((await authorize(card, 90_000_000)).status).toBe(200)
    expect(books()).toEqual([0, true])
  })

  it('an authorization is paid by the first funding source with a sufficient balance', async () => {
    const { issue, authorize, emulator, cardholderId, wallet } = await cardScene()
    const unfunded = { customerId: cardholderId, accountType: 'INTERNAL_CRYPTO', currency: 'USDB' } as const
    const empty = (await emulator.provision(unfunded)).account
    const card = (await issue({ fundingSources: [empty.id, wallet.id] })).body
    expect((await authorize(card)).body.accountId).toBe(wallet.id)
  })

  it('an authorization is declined while the card is frozen, but earlier authorizations can still be cleared', async () => {
    const { authorize, simulate, card, authorized, emulator, wallet } = await ready()
    const by = await signInByMail(emulator, wallet)
    await signedSend(emulator, by, `PATCH /cards/${card.id}`, { state: 'FROZEN' })
    expect(await authorize(card)).toMatchObject({ status: 400, body: { code: 'CARD_PAUSED' } })
    expect((await simulate('clearing', authorized, ten)).body.status).toBe('SETTLED')
  })

  it('an authorization is 409 for a card that is not active', async () => {
    const { issue, authorize } = await cardScene()
    for (const platformCardId of ['x001', 'x002']) {
      expect((await authorize((await issue({ platformCardId })).body)).status).toBe(409)
    }
  })

  it.each([
    [{ amount: 0 }, 'INVALID_INPUT'],
    [{ amount: 1.5 }, 'INVALID_INPUT'],
    [{ merchant: {} }, 'INVALID_INPUT'],
    [{ currency: 'USD' }, 'INVALID_CURRENCY'],
  ])('an authorization with %j is refused', async (changes, code) => {
    const { emulator, card } = await ready()
    const body = { amount: 1, currency: 'USDB', merchant: { descriptor: 'CAFE' }, ...changes }
    const answer = await send(emulator, `POST /sandbox/cards/${card.id}/simulate/authorization`, { body })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })
})

describe('clearing', () => {
  it('a clearing of the whole amount settles the transaction', async () => {
    const { simulate, authorized, books } = await ready()
    const { status, body } = await simulate('clearing', authorized, ten)
    expect([status, body.status]).toEqual([200, 'SETTLED'])
    expect(body).toMatchObject({
      settledAmount: { amount: ten },
      settlementSummary: { count: 1, totalAmount: ten },
    })
    expect(books()).toEqual([90_000_000, true])
  })

  it('a clearing of a part settles that part, and the next clearing the rest', async () => {
    const { simulate, authorized, books } = await ready()
    expect((await simulate('clearing', authorized, 4_000_000)).body.status).toBe('PARTIALLY_SETTLED')
    const { body } = await simulate('clearing', authorized, 6_000_000)
    expect(body).toMatchObject({ status: 'SETTLED', settlementSummary: { count: 2, totalAmount: ten } })
    expect(books()).toEqual([90_000_000, true])
  })

  it('a clearing above the authorized amount pulls the difference afterwards', async () => {
    const { simulate, authorized, books } = await ready()
    const { body } = await simulate('clearing', authorized, 12_000_000)
    expect(body).toMatchObject({
      status: 'SETTLED',
      settledAmount: { amount: 12_000_000 },
      pullSummary: { count: 2, totalAmount: 12_000_000, pendingCount: 0 },
    })
    expect(books()).toEqual([88_000_000, true])
  })

  it('a clearing above the account’s balance is an EXCEPTION, and the platform pays the difference', async () => {
    const { simulate, authorized, books } = await ready()
    const { body } = await simulate('clearing', authorized, 200_000_000)
    expect(body).toMatchObject({ status: 'EXCEPTION', pullSummary: { count: 2, totalAmount: ten } })
    expect(books()).toEqual([90_000_000, true])
  })

  it('a clearing of 0 lets the authorization expire and returns the money', async () => {
    const { simulate, authorized, books } = await ready()
    const { body } = await simulate('clearing', authorized, 0)
    expect(body).toMatchObject({
      status: 'SETTLED',
      settledAmount: { amount: 0 },
      settlementSummary: { count: 0 },
    })
    expect(books()).toEqual([100_000_000, true])
  })

  it('a clearing of 0 after a partial clearing returns the rest', async () => {
    const { simulate, authorized, books } = await ready()
    await simulate('clearing', authorized, 4_000_000)
    expect((await simulate('clearing', authorized, 0)).body).toMatchObject({
      status: 'SETTLED',
      settledAmount: { amount: 4_000_000 },
    })
    expect(books()).toEqual([96_000_000, true])
  })

  it('a clearing applies only to AUTHORIZED and PARTIALLY_SETTLED transactions: 409 otherwise', async () => {
    const { simulate, authorized } = await ready()
    await simulate('clearing', authorized, ten)
    expect((await simulate('clearing', authorized, 1)).status).toBe(409)
    await simulate('return', authorized, ten)
    expect((await simulate('clearing', authorized, 1)).status).toBe(409)
    const other = await ready('SHOP 006')
    await other.simulate('clearing', other.authorized, 1)
    expect((await other.simulate('clearing', other.authorized, 1)).status).toBe(409)
  })

  it('a clearing is 404 for an unknown transaction and for one of another card', async () => {
    const { simulate, authorized, issue } = await ready()
    const other = (await issue()).body
    expect((await simulate('clearing', { ...authorized, cardId: other.id }, 1)).status).toBe(404)
    expect((await simulate('clearing', { ...authorized, id: unknown('CardTransaction') }, 1)).status).toBe(
      404,
    )
    expect((await simulate('clearing', { ...authorized, cardId: unknown('Card') }, 1)).status).toBe(404)
  })

  it.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1])('a clearing of %s is refused', async (amount) => {
    const { simulate, authorized } = await ready()
    expect((await simulate('clearing', authorized, amount)).status).toBe(400)
  })
})

describe('pulls by suffix', () => {
  it('a pull with suffix 005 takes about 30 seconds', async () => {
    const { emulator, simulate, authorized, books } = await ready('SHOP 005')
    expect(authorized).toMatchObject({
      status: 'AUTHORIZED',
      pullSummary: { count: 1, totalAmount: 0, pendingCount: 1 },
    })
    expect(authorized.id.slice(-3)).toBe('005')
    expect(books()).toEqual([90_000_000, true])
    await emulator.clock.advance(30_000)
    const { body } = await simulate('clearing', authorized, 12_000_000)
    expect(body).toMatchObject({
      status: 'SETTLED',
      pullSummary: { count: 2, totalAmount: ten, pendingCount: 1 },
    })
    await emulator.clock.advance(30_000)
    const returned = await simulate('return', authorized, 1)
    expect(returned.body.pullSummary).toEqual({ count: 2, totalAmount: 12_000_000, pendingCount: 0 })
    expect(books()).toEqual([88_000_001, true])
  })

  it('a pull with suffix 006 fails, and the cleared amount is an EXCEPTION', async () => {
    const { simulate, authorized, books } = await ready('SHOP 006')
    expect(authorized).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 1, totalAmount: 0 } })
    expect(authorized.id.slice(-3)).toBe('006')
    expect((await simulate('clearing', authorized, ten)).body).toMatchObject({
      status: 'EXCEPTION',
      settledAmount: { amount: ten },
    })
    expect(books()).toEqual([100_000_000, true])
  })

  it('every row of the pull outcomes is tested', () => {
    expect(Object.keys(pullOutcomes)).toEqual(['005', '006'])
  })
})

describe('return', () => {
  it('a return of the whole amount is a refund', async () => {
    const { simulate, authorized, books } = await ready()
    await simulate('clearing', authorized, ten)
    const { status, body } = await simulate('return', authorized, ten)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'REFUNDED',
      refundedAmount: { amount: ten },
      refundSummary: { count: 1, totalAmount: ten },
    })
    expect(books()).toEqual([100_000_000, true])
  })

  it('a return of a part is REFUNDED, and so is a return of the rest', async () => {
    const { simulate, authorized, books } = await ready()
    await simulate('clearing', authorized, ten)
    expect((await simulate('return', authorized, 3_000_000)).body).toMatchObject({
      status: 'REFUNDED',
      refundedAmount: { amount: 3_000_000 },
    })
    expect(books()).toEqual([93_000_000, true])
    expect((await simulate('return', authorized, 7_000_000)).body.status).toBe('REFUNDED')
  })

  it('a return of more than the settled amount is refused', async () => {
    const { simulate, authorized, books } = await ready()
    await simulate('clearing', authorized, 5_000_000)
    expect(await simulate('return', authorized, 5_000_001)).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_OUT_OF_RANGE' },
    })
    expect(books()).toEqual([90_000_000, true])
  })

  it('a return is 409 before anything is settled and after everything is returned', async () => {
    const { simulate, authorized } = await ready()
    expect((await simulate('return', authorized, 1)).status).toBe(409)
    await simulate('clearing', authorized, ten)
    await simulate('return', authorized, ten)
    expect((await simulate('return', authorized, 1)).status).toBe(409)
  })

  it('a return of 0 is refused', async () => {
    const { simulate, authorized } = await ready()
    expect((await simulate('return', authorized, 0)).status).toBe(400)
  })
})

it('no call breaks on any input', async () => {
  const { emulator, card, authorized, books } = await ready()
  const bodies = [
    { cardTransactionId: authorized.id, amount: 1 },
    { amount: 1, currency: 'USDB', merchant: { descriptor: 'x' } },
  ]
  await neverBreaks(emulator, simulatedCardRoutes, [card.id, authorized.id], bodies)
  expect(books()[1]).toBe(true)
})
