import { Card, type Page, parse, type SignedRequestChallenge } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { cardScene } from '../../fixtures/cards.js'
import { send, signedHeaders, signedSend, signInByMail } from '../../fixtures/client.js'
import { firmBy, neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator } from '../../index.js'
import { cardRoutes } from './routes.js'
import { issuerDecisions } from './suffixes.js'

describe('issuing a card', () => {
  it('issuing a card returns the card as it was before the issuer’s decision', async () => {
    const { issue, cardholderId, wallet } = await cardScene()
    const { status, body } = await issue()
    expect([status, parse(Card, body).ok]).toEqual([201, true])
    expect(body).toMatchObject({
      state: 'PENDING_ISSUE',
      stateReason: null,
      cardholderId,
      form: 'VIRTUAL',
      fundingSources: [wallet.id],
      currency: 'USDB',
    })
    expect(body.last4).toMatch(/^\d{4}$/)
    expect(body.platformCardId).toEqual(expect.any(String))
  })

  it.each([
    ['cardholderId', { cardholderId: undefined }],
    ['form', { form: undefined }],
    ['another form', { form: 'PHYSICAL' }],
    ['no funding source at all', { fundingSources: [] }],
    ['fundingSources', { fundingSources: undefined }],
    ['an empty platformCardId', { platformCardId: '' }],
  ])('issuing a card with a missing or wrong field is refused: %s', async (_, changes) => {
    expect((await (await cardScene()).issue(changes)).status).toBe(400)
  })

  it('issuing a card accepts each funding source only once', async () => {
    const { issue, wallet } = await cardScene()
    expect((await issue({ fundingSources: [wallet.id, wallet.id] })).status).toBe(400)
  })

  it('issuing a card is 404 for an unknown customer and 400 for a customer who is not approved', async () => {
    const { issue, emulator } = await cardScene()
    expect((await issue({ cardholderId: unknown('Customer') })).status).toBe(404)
    const firm = await firmBy(emulator)
    expect(await issue({ cardholderId: firm.id })).toMatchObject({
      status: 400,
      body: { code: 'CARDHOLDER_KYC_NOT_APPROVED' },
    })
  })

  it('issuing a card accepts only funding sources of the cardholder, in one currency', async () => {
    const { issue, emulator, cardholderId, wallet } = await cardScene()
    const ineligible = { status: 400, body: { code: 'FUNDING_SOURCE_INELIGIBLE' } }
    const other = (await emulator.provision()).account
    expect(await issue({ fundingSources: [other.id] })).toMatchObject(ineligible)
    const dollars = (await emulator.provision({ customerId: cardholderId, accountType: 'INTERNAL_FIAT' }))
      .account
    expect(await issue({ fundingSources: [wallet.id, dollars.id] })).toMatchObject(ineligible)
    expect((await issue({ fundingSources: [dollars.id] })).status).toBe(201)
    expect((await issue({ fundingSources: [unknown('InternalAccount')] })).status).toBe(404)
  })

  it.each(['002', '003'])(
    'issuing a card from a funding source that ends in %s is ineligible',
    async (suffix) => {
      const { issue } = await cardScene()
      const id = `${unknown('InternalAccount').slice(0, -3)}${suffix}`
      expect(await issue({ fundingSources: [id] })).toMatchObject({
        body: { code: 'FUNDING_SOURCE_INELIGIBLE' },
      })
    },
  )
})

describe('issuer', () => {
  const rows: [string, string, string | null, string][] = [
    ['001', 'PENDING_ISSUE', null, 'PENDING_ISSUE'],
    ['002', 'CLOSED', 'ISSUER_REJECTED', 'CLOSED'],
    ['005', 'PENDING_ISSUE', null, 'ACTIVE'],
    ['999', 'ACTIVE', null, 'ACTIVE'],
  ]

  it.each(rows)(
    'the issuer of a card whose platformCardId ends in %s: %s (%s), after 30 seconds %s',
    async (suffix, state, stateReason, later) => {
      const { issue, emulator } = await cardScene()
      const { body } = await issue({ platformCardId: `card-${suffix}` })
      expect(body.state).toBe('PENDING_ISSUE')
      const read = async (): Promise<Card> => (await send<Card>(emulator, `GET /cards/${body.id}`)).body
      expect(await read()).toMatchObject({ state, stateReason })
      await emulator.clock.advance(29_999)
      expect((await read()).state).toBe(state)
      await emulator.clock.advance(1)
      expect((await read()).state).toBe(later)
    },
  )

  it('every row of the issuer’s decisions is tested', () => {
    expect(rows.map(([suffix]) => suffix)).toEqual(expect.arrayContaining(Object.keys(issuerDecisions)))
  })
})

describe('changing a card', () => {
  it('changing a card is a signed retry whose challenge has no type', async () => {
    const { issue, emulator, wallet } = await cardScene()
    const call = `PATCH /cards/${(await issue()).body.id}`
    const sent = { body: { state: 'FROZEN' } }
    const first = await send<SignedRequestChallenge>(emulator, call, sent)
    expect([first.status, 'type' in first.body]).toEqual([202, false])
    const by = await signInByMail(emulator, wallet)
    const headers = signedHeaders(first.body, by)
    const changed = await send(emulator, call, { body: { state: 'CLOSED' }, headers })
    expect(changed.status).toBe(401)
    const second = await send<Card>(emulator, call, { ...sent, headers })
    expect([second.status, second.body.state]).toEqual([200, 'FROZEN'])
    expect((await send(emulator, call, { ...sent, headers })).status).toBe(401)
  })

  it('changing a card is refused with the stamp of another person', async () => {
    const { issue, emulator } = await cardScene()
    const { body } = await issue()
    const other = (await emulator.provision()).account
    const by = await signInByMail(emulator, other)
    expect((await signedSend(emulator, by, `PATCH /cards/${body.id}`, { state: 'FROZEN' })).status).toBe(401)
  })

  it('changing a card works from ACTIVE to FROZEN and back, and from either to CLOSED', async () => {
    const { issue, emulator, wallet } = await cardScene()
    const by = await signInByMail(emulator, wallet)
    for (const way of [
      ['FROZEN', 'ACTIVE', 'CLOSED'],
      ['FROZEN', 'CLOSED'],
    ]) {
      const { body } = await issue()
      for (const state of way) {
        const answer = await signedSend<Card>(emulator, by, `PATCH /cards/${body.id}`, { state })
        expect([answer.status, answer.body.state]).toEqual([200, state])
        expect(answer.body.stateReason).toBe(state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null)
      }
    }
  })

  it.each([
    ['to the state it has', {}, 'ACTIVE', 'INVALID_STATE_TRANSITION'],
    ['before it is issued', { platformCardId: 'x001' }, 'FROZEN', 'INVALID_STATE_TRANSITION'],
    ['once it is closed', { platformCardId: 'x002' }, 'ACTIVE', 'CARD_ALREADY_CLOSED'],
  ])('changing a card %s is 409', async (_, changes, state, code) => {
    const { issue, emulator } = await cardScene()
    const { body } = await issue(changes)
    expect(await send(emulator, `PATCH /cards/${body.id}`, { body: { state } })).toMatchObject({
      status: 409,
      body: { code },
    })
  })

  it.each([{}, { state: 'PENDING_ISSUE' }, { fundingSources: [] }])(
    'changing a card with %j is refused',
    async (body) => {
      const { issue, emulator } = await cardScene()
      expect((await send(emulator, `PATCH /cards/${(await issue()).body.id}`, { body })).status).toBe(400)
    },
  )

  it('changing a card replaces the funding sources as a whole, but not while closing the card', async () => {
    const { issue, emulator, wallet, cardholderId } = await cardScene()
    const { body } = await issue()
    const unfunded = { customerId: cardholderId, accountType: 'INTERNAL_CRYPTO', currency: 'USDB' } as const
    const second = (await emulator.provision(unfunded)).account
    const by = await signInByMail(emulator, wallet)
    const call = `PATCH /cards/${body.id}`
    const changed = await signedSend<Card>(emulator, by, call, { fundingSources: [second.id, wallet.id] })
    expect(changed.body.fundingSources).toEqual([second.id, wallet.id])
    const both = { state: 'CLOSED', fundingSources: [wallet.id] }
    expect((await send(emulator, call, { body: both })).status).toBe(400)
    const dollars = (await emulator.provision({ customerId: cardholderId, accountType: 'INTERNAL_FIAT' }))
      .account
    expect(await send(emulator, call, { body: { fundingSources: [dollars.id] } })).toMatchObject({
      body: { code: 'FUNDING_SOURCE_INELIGIBLE' },
    })
  })

  it('changing a card of a cardholder without a wallet needs no signature', async () => {
    const emulator = createEmulator()
    const { customer, account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    const { body } = await send<Card>(emulator, 'POST /cards', {
      body: { cardholderId: customer.id, form: 'VIRTUAL', fundingSources: [account.id] },
    })
    const answer = await send<Card>(emulator, `PATCH /cards/${body.id}`, { body: { state: 'FROZEN' } })
    expect([answer.status, answer.body.state]).toEqual([200, 'FROZEN'])
  })
})

describe('list of cards', () => {
  it('the list of cards is filtered, newest first, in pages', async () => {
    const { issue, emulator, cardholderId, wallet } = await cardScene()
    const one = (await issue({ platformCardId: 'first' })).body
    const two = (await issue({ platformCardId: 'x001' })).body
    const cases: [string, string[]][] = [
      ['', [two.id, one.id]],
      ['sortOrder=asc', [one.id, two.id]],
      [`cardholderId=${cardholderId}`, [two.id, one.id]],
      [`cardholderId=${unknown('Customer')}`, []],
      [`accountId=${wallet.id}`, [two.id, one.id]],
      [`accountId=${unknown('InternalAccount')}`, []],
      ['platformCardId=first', [one.id]],
      ['state=PENDING_ISSUE', [two.id]],
      ['state=ACTIVE', [one.id]],
      ['limit=1', [two.id]],
    ]
    for (const [query, ids] of cases) {
      const { body } = await send<Page<Card>>(emulator, `GET /cards?${query}`)
      expect([query, body.data.map(({ id }) => id)]).toEqual([query, ids])
    }
    expect((await send(emulator, 'GET /cards?state=BROKEN')).status).toBe(400)
  })

  it('an unknown card is 404', async () => {
    const { emulator } = await cardScene()
    expect((await send(emulator, `GET /cards/${unknown('Card')}`)).status).toBe(404)
    const sent = { body: { state: 'FROZEN' } }
    expect((await send(emulator, `PATCH /cards/${unknown('Card')}`, sent)).status).toBe(404)
  })
})

it('no call breaks on any input', async () => {
  const { issue, emulator, cardholderId, wallet } = await cardScene()
  const { id } = (await issue()).body
  const bodies = [
    { cardholderId, form: 'VIRTUAL', fundingSources: [wallet.id] },
    { state: 'FROZEN', fundingSources: [wallet.id] },
  ]
  await neverBreaks(emulator, cardRoutes, [id, cardholderId, wallet.id], bodies)
})
