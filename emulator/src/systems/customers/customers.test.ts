import {
  type Customer,
  createCustomerRoute,
  createKycLinkRoute,
  type InternalAccount,
  type KycLink,
  type Page,
  parse,
  type Verification,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { credentialsOf, send } from '../../fixtures/client.js'
import { customerBy, firmBy, neverBreaks, ownerBody, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { customerRoutes } from './routes.js'

const minute = 60_000

const accountsOf = async (emulator: Emulator, customer: Customer): Promise<readonly InternalAccount[]> =>
  (await send<Page<InternalAccount>>(emulator, `GET /customers/internal-accounts?customerId=${customer.id}`))
    .body.data

const listed = async (emulator: Emulator, query: string): Promise<readonly string[]> =>
  (await send<Page<Customer>>(emulator, `GET /customers?${query}`)).body.data.map(
    ({ platformCustomerId }) => platformCustomerId,
  )

describe('creating a customer', () => {
  it('creating a customer answers 201 with an individual, approved at once, with a UMA address on the platform’s domain', async () => {
    const emulator = createEmulator({ umaDomain: 'uma.example' })
    const body = {
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'ada-1',
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
      birthDate: '1815-12-10',
      nationality: 'GB',
      region: 'GB',
      address: { line1: '12 St James’s Square', postalCode: 'SW1Y 4JH', country: 'GB' },
    }
    const answer = await send<Customer>(emulator, 'POST /customers', { body })
    expect(answer).toMatchObject({
      status: 201,
      body: { ...body, kycStatus: 'APPROVED', isDeleted: false, currencies: ['USD', 'USDB'] },
    })
    expect(answer.body.umaAddress).toMatch(/^\$.+@uma\.example$/)
    expect(parse(createCustomerRoute.answer, answer.body).ok).toBe(true)
    expect((await send(emulator, `GET /customers/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('creating a customer answers 201 with a business that is not verified yet and has no owners', async () => {
    const firm = await firmBy(createEmulator(), 'HRB 1')
    expect(firm).toMatchObject({ customerType: 'BUSINESS', kybStatus: 'UNVERIFIED', beneficialOwners: [] })
    expect(firm.businessInfo).toEqual({ legalName: 'Analytical Engines Ltd', registrationNumber: 'HRB 1' })
    expect('kycStatus' in firm).toBe(false)
  })

  it('creating a customer generates a platformCustomerId if none was sent', async () => {
    expect((await customerBy(createEmulator())).platformCustomerId).toMatch(/.+/)
  })

  it('creating a customer opens an account for each currency and an embedded wallet in USDB with its EMAIL_OTP', async () => {
    const emulator = createEmulator()
    const customer = await customerBy(emulator, {
      email: 'ada@example.com',
      currencies: ['EUR', 'BTC', 'EUR'],
    })
    expect(customer.currencies).toEqual(['EUR', 'BTC', 'USDB'])
    const accounts = await accountsOf(emulator, customer)
    expect(accounts.map(({ type, balance }) => [type, balance.currency.code, balance.amount])).toEqual([
      ['INTERNAL_FIAT', 'EUR', 0],
      ['INTERNAL_CRYPTO', 'BTC', 0],
      ['EMBEDDED_WALLET', 'USDB', 0],
    ])
    const wallet = accounts.at(-1)
    if (!wallet) throw new Error('no wallet')
    expect(await credentialsOf(emulator, wallet)).toMatchObject([
      { type: 'EMAIL_OTP', nickname: 'ada@example.com' },
    ])
    expect(emulator.inbox.all()).toEqual([])
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('creating a customer creates no wallet if the platform does not support USDB', async () => {
    const emulator = createEmulator()
    const euro = {
      currencyCode: 'EUR',
      minAmount: 1,
      maxAmount: 100,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['INCOMING'],
    }
    await send(emulator, 'PATCH /config', { body: { supportedCurrencies: [euro] } })
    const customer = await customerBy(emulator)
    expect(customer.currencies).toEqual(['EUR'])
    expect((await accountsOf(emulator, customer)).map(({ type }) => type)).toEqual(['INTERNAL_FIAT'])
  })

  it('creating a customer without an e-mail address creates a wallet without a credential', async () => {
    const emulator = createEmulator()
    const wallet = (await accountsOf(emulator, await customerBy(emulator))).find(
      ({ type }) => type === 'EMBEDDED_WALLET',
    )
    if (!wallet) throw new Error('no wallet')
    expect(await credentialsOf(emulator, wallet)).toEqual([])
  })

  it.each([
    [{}, 'customerType'],
    [{ customerType: 'ROBOT' }, 'customerType'],
    [{ customerType: 'INDIVIDUAL', email: 'nobody' }, 'email'],
    [{ customerType: 'INDIVIDUAL', region: 'gb' }, 'region'],
    [{ customerType: 'INDIVIDUAL', birthDate: '1999-02-30' }, 'birthDate'],
    [{ customerType: 'INDIVIDUAL', birthDate: '10.12.1815' }, 'birthDate'],
    [{ customerType: 'INDIVIDUAL', fullName: 7 }, 'fullName'],
    [{ customerType: 'INDIVIDUAL', fullName: 'x'.repeat(257) }, 'fullName'],
    [{ customerType: 'INDIVIDUAL', kycStatus: 'MAYBE' }, 'kycStatus'],
    [{ customerType: 'INDIVIDUAL', currencies: [] }, 'currencies'],
    [{ customerType: 'INDIVIDUAL', address: { line1: 'x', country: 'GB' } }, 'address.postalCode'],
    [{ customerType: 'BUSINESS', businessInfo: {} }, 'businessInfo.legalName'],
  ])('creating a customer refuses %j with 400 and the field', async (body, field) => {
    expect(await send(createEmulator(), 'POST /customers', { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { issues: [field] } },
    })
  })

  it.each(['USDX', 'CHF'])(
    'creating a customer refuses the unsupported currency %s with 400 INVALID_CURRENCY',
    async (code) => {
      const emulator = createEmulator()
      const body = { customerType: 'INDIVIDUAL', currencies: ['USD', code] }
      expect(await send(emulator, 'POST /customers', { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CURRENCY' },
      })
      expect(await listed(emulator, '')).toEqual([])
    },
  )
})

describe('UMA address', () => {
  const emulator = createEmulator({ umaDomain: 'uma.example' })
  const create = (umaAddress: string): ReturnType<typeof send> =>
    send(emulator, 'POST /customers', { body: { customerType: 'INDIVIDUAL', umaAddress } })

  it('a UMA address that another customer has is refused with 409 UMA_ADDRESS_EXISTS, in either case', async () => {
    await customerBy(emulator, { umaAddress: '$ada@uma.example' })
    for (const taken of ['$ada@uma.example', '$ADA@uma.example']) {
      expect(await create(taken)).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } })
    }
  })

  it('a UMA address can be sent again by the customer who has it, but by no other customer', async () => {
    const [eve, bob] = [
      await customerBy(emulator, { umaAddress: '$eve@uma.example' }),
      await customerBy(emulator),
    ]
    const body = { customerType: 'INDIVIDUAL', umaAddress: '$eve@uma.example' }
    expect((await send(emulator, `PATCH /customers/${eve.id}`, { body })).status).toBe(200)
    expect(await send(emulator, `PATCH /customers/${bob.id}`, { body })).toMatchObject({
      status: 409,
      body: { code: 'UMA_ADDRESS_EXISTS' },
    })
  })

  it('a UMA address of a deleted customer is free again', async () => {
    const first = await customerBy(emulator, { umaAddress: '$gone@uma.example' })
    await send(emulator, `DELETE /customers/${first.id}`)
    expect((await create('$gone@uma.example')).status).toBe(201)
  })

  it.each(['ada@uma.example', '$@uma.example', '$ada', '$ada@elsewhere.example', '$a b@uma.example'])(
    'a UMA address of the form %s is refused with 400 INVALID_UMA_ADDRESS',
    async (address) => {
      expect(await create(address)).toMatchObject({ status: 400, body: { code: 'INVALID_UMA_ADDRESS' } })
    },
  )
})

describe('list of customers', () => {
  it('the list of customers can be filtered by every field, with inclusive dates', async () => {
    const clock = steppedClock(Date.parse('2026-01-01T00:00:00Z'))
    const emulator = createEmulator({ clock, umaDomain: 'uma.example' })
    const one = {
      platformCustomerId: 'one',
      region: 'GB',
      currencies: ['GBP'],
      umaAddress: '$one@uma.example',
    }
    await customerBy(emulator, one)
    await clock.advance(minute)
    await customerBy(emulator, { customerType: 'BUSINESS', platformCustomerId: 'two', region: 'DE' })
    await clock.advance(minute)
    const three = await customerBy(emulator, { platformCustomerId: 'three' })
    await clock.advance(minute)
    await send(emulator, `PATCH /customers/${three.id}`, {
      body: { customerType: 'INDIVIDUAL', region: 'FR' },
    })
    const cases: [string, string[]][] = [
      ['', ['one', 'two', 'three']],
      ['platformCustomerId=two', ['two']],
      ['customerType=INDIVIDUAL', ['one', 'three']],
      ['region=DE', ['two']],
      ['currency=GBP', ['one']],
      ['umaAddress=%24ONE%40uma.example', ['one']],
      ['createdAfter=2026-01-01T00:01:00Z', ['two', 'three']],
      ['createdBefore=2026-01-01T00:01:00Z', ['one', 'two']],
      ['createdAfter=2026-01-01T00:01:00.001Z', ['three']],
      ['createdBefore=2026-01-01T00:00:59.999Z', ['one']],
      ['updatedAfter=2026-01-01T00:03:00Z', ['three']],
      ['updatedBefore=2026-01-01T00:01:00Z', ['one', 'two']],
      ['customerType=INDIVIDUAL&region=FR', ['three']],
    ]
    for (const [query, found] of cases) expect([query, await listed(emulator, query)]).toEqual([query, found])
  })

  it('the list of customers excludes deleted customers unless the query includes them', async () => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator, { platformCustomerId: 'gone' })
    await send(emulator, `DELETE /customers/${id}`)
    expect(await listed(emulator, '')).toEqual([])
    expect(await listed(emulator, 'isIncludingDeleted=false')).toEqual([])
    expect(await listed(emulator, 'isIncludingDeleted=true')).toEqual(['gone'])
  })

  it('the list of customers is paged, with nextCursor only if there are more', async () => {
    const emulator = createEmulator()
    for (const platformCustomerId of ['a', 'b', 'c']) await customerBy(emulator, { platformCustomerId })
    const first = (await send<Page<Customer>>(emulator, 'GET /customers?limit=2')).body
    expect(first).toMatchObject({ hasMore: true, totalCount: 3, nextCursor: expect.any(String) })
    const second = (await send<Page<Customer>>(emulator, `GET /customers?limit=2&cursor=${first.nextCursor}`))
      .body
    expect(second.data.map(({ platformCustomerId }) => platformCustomerId)).toEqual(['c'])
    expect(second.hasMore).toBe(false)
    expect('nextCursor' in second).toBe(false)
  })

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    'customerType=ROBOT',
    'region=england',
    'createdAfter=yesterday',
    'isIncludingDeleted=1',
  ])('the list of customers refuses %s with 400', async (query) => {
    expect((await send(createEmulator(), `GET /customers?${query}`)).status).toBe(400)
  })
})

describe('changing a customer', () => {
  it('changing a customer changes the fields that were sent and keeps the rest', async () => {
    const clock = steppedClock()
    const emulator = createEmulator({ clock })
    const customer = await customerBy(emulator, { fullName: 'Ada', region: 'GB' })
    await clock.advance(minute)
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['EUR'] }
    expect(await send(emulator, `PATCH /customers/${customer.id}`, { body })).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          ...customer,
          fullName: 'Ada Lovelace',
          currencies: ['EUR', 'USDB'],
          updatedAt: '2026-01-01T00:01:00.000Z',
        },
      }),
    )
    expect((await accountsOf(emulator, customer)).map(({ balance }) => balance.currency.code)).toEqual([
      'USD',
      'USDB',
      'EUR',
    ])
  })

  it('changing a customer changes some fields of a business', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator, 'one')
    const body = { customerType: 'BUSINESS', businessInfo: { registrationNumber: 'two' } }
    expect((await send(emulator, `PATCH /customers/${firm.id}`, { body })).body).toMatchObject({
      businessInfo: { legalName: 'Analytical Engines Ltd', registrationNumber: 'two' },
    })
  })

  it('changing a customer without businessInfo first requires a legal name', async () => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator, { customerType: 'BUSINESS' })
    const body = (businessInfo: object): object => ({ body: { customerType: 'BUSINESS', businessInfo } })
    expect(await send(emulator, `PATCH /customers/${id}`, body({ taxId: '1' }))).toMatchObject({
      status: 400,
      body: { details: { issues: ['businessInfo.legalName'] } },
    })
    expect(
      (await send(emulator, `PATCH /customers/${id}`, body({ taxId: '1', legalName: 'A' }))).status,
    ).toBe(200)
  })

  it('changing a customer opens accounts only if currencies are sent', async () => {
    const emulator = createEmulator()
    const { customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR' })
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada' }
    const answer = await send<Customer>(emulator, `PATCH /customers/${customer.id}`, { body })
    expect(answer.body).toMatchObject({ fullName: 'Ada', currencies: ['EUR'] })
    expect(await accountsOf(emulator, customer)).toHaveLength(1)
  })

  it('changing a customer ignores the read-only fields, as creating a customer does', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const readOnly = { id: unknown('Customer'), isDeleted: true, createdAt: '2020-01-01T00:00:00Z' }
    const customer = await customerBy(emulator, readOnly)
    expect(customer).toMatchObject({ isDeleted: false, createdAt: '2026-01-01T00:00:00.000Z' })
    expect(customer.id).not.toBe(readOnly.id)
    const body = { customerType: 'INDIVIDUAL', ...readOnly }
    expect((await send(emulator, `PATCH /customers/${customer.id}`, { body })).body).toEqual(customer)
  })

  it.each([
    { fullName: 'x' },
    { customerType: 'BUSINESS' },
    { customerType: 'INDIVIDUAL', currencies: ['XXX'] },
  ])('changing a customer refuses %j with 400', async (body) => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator)
    expect((await send(emulator, `PATCH /customers/${id}`, { body })).status).toBe(400)
  })
})

describe('deleting a customer', () => {
  it('deleting a customer answers 200 with isDeleted, keeps the customer readable, and is 410 CUSTOMER_DELETED the second time', async () => {
    const emulator = createEmulator()
    const customer = await customerBy(emulator)
    const call = `DELETE /customers/${customer.id}`
    expect(await send(emulator, call)).toMatchObject({
      status: 200,
      body: { id: customer.id, isDeleted: true },
    })
    expect(await send(emulator, `GET /customers/${customer.id}`)).toMatchObject({
      status: 200,
      body: { isDeleted: true },
    })
    expect(await send(emulator, call)).toMatchObject({ status: 410, body: { code: 'CUSTOMER_DELETED' } })
  })

  it('deleting a customer makes changes, links and verifications 410', async () => {
    const emulator = createEmulator()
    const { id } = await firmBy(emulator, '1')
    await send(emulator, `DELETE /customers/${id}`)
    const calls: [string, object | undefined][] = [
      [`PATCH /customers/${id}`, { customerType: 'BUSINESS' }],
      [`POST /customers/${id}/kyc-link`, undefined],
      ['POST /verifications', { customerId: id }],
      ['POST /beneficial-owners', ownerBody(id)],
    ]
    for (const [call, body] of calls) {
      expect([call, await send(emulator, call, body ? { body } : {})]).toMatchObject([
        call,
        { status: 410, body: { code: 'CUSTOMER_DELETED' } },
      ])
    }
  })
})

describe('KYC link', () => {
  it('a KYC link leads to a hosted page, is valid for a day, and contains the redirectUri', async () => {
    const clock = steppedClock()
    const emulator = createEmulator({ clock })
    const { id } = await customerBy(emulator)
    const body = { redirectUri: 'https://platform.example/done' }
    const answer = await send<KycLink>(emulator, `POST /customers/${id}/kyc-link`, { body })
    expect(answer).toMatchObject({
      status: 201,
      body: { provider: 'SUMSUB', expiresAt: '2026-01-02T00:00:00.000Z' },
    })
    expect(parse(createKycLinkRoute.answer, answer.body).ok).toBe(true)
    expect(new URL(answer.body.kycUrl).searchParams.get('redirectUri')).toBe(body.redirectUri)
  })

  it('a KYC link can be created without a body, and is different each time unless the Idempotency-Key is the same', async () => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator)
    const link = async (headers: Record<string, string>): Promise<unknown> =>
      (await send(emulator, `POST /customers/${id}/kyc-link`, { headers })).body
    expect(await link({})).not.toEqual(await link({}))
    const key = { 'Idempotency-Key': 'k' }
    expect(await link(key)).toEqual(await link(key))
  })

  it('a KYC link refuses a malformed redirectUri with 400', async () => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator)
    const body = { redirectUri: 'nowhere' }
    expect((await send(emulator, `POST /customers/${id}/kyc-link`, { body })).status).toBe(400)
  })
})

describe('unknown customer', () => {
  it.each([
    ['GET /customers/', undefined],
    ['DELETE /customers/', undefined],
    ['PATCH /customers/', { customerType: 'INDIVIDUAL' }],
  ])('an unknown customer is 404 for %s', async (call, body) => {
    for (const id of [unknown('Customer'), 'nonsense']) {
      expect((await send(createEmulator(), call + id, body ? { body } : {})).status).toBe(404)
    }
  })
})

it('no call about customers breaks on any input', async () => {
  const emulator = createEmulator()
  const { id } = await customerBy(emulator, { email: 'ada@example.com' })
  const firm = await firmBy(emulator, '1')
  await neverBreaks(
    emulator,
    customerRoutes.filter(({ route }) => route.encoding !== 'multipart'),
    [id, firm.id],
    [
      { customerType: 'INDIVIDUAL', email: 'eve@example.com', currencies: ['USD'], address: {} },
      { customerType: 'BUSINESS', businessInfo: { legalName: 'A' }, umaAddress: '$a@uma.emulator.test' },
    ],
  )
  expect(emulator.ledger.balanced()).toBe(true)
})

describe('the platform’s own id of a customer', () => {
  it('the platform’s own id belongs to one customer, unless that customer was deleted', async () => {
    const emulator = createEmulator()
    const body = { customerType: 'INDIVIDUAL', platformCustomerId: 'ada' }
    const create = () => send<Customer>(emulator, 'POST /customers', { body })
    const first = await create()
    expect(await create()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await send(emulator, `DELETE /customers/${first.body.id}`)
    expect((await create()).status).toBe(201)
  })
})

it('an individual is UNVERIFIED at first with the option newIndividuals', async () => {
  const emulator = createEmulator({ newIndividuals: 'UNVERIFIED' })
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }
  const customer = (await send<Customer>(emulator, 'POST /customers', { body })).body
  expect(customer.kycStatus).toBe('UNVERIFIED')
  const asked = { body: { customerId: customer.id } }
  const { body: verification } = await send<Verification>(emulator, 'POST /verifications', asked)
  expect(verification.verificationStatus).toBe('RESOLVE_ERRORS')
})
