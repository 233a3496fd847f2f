import type { ExternalAccount, Page } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { eurInfo, moneyScene, usdInfo } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator } from '../../index.js'
import { suffixOf } from '../../money/account-kinds.js'
import { externalAccountRoutes } from './routes.js'

const create = (
  emulator: Emulator,
  body: object,
  path = '/customers/external-accounts',
): Promise<Answer<ExternalAccount>> => send<ExternalAccount>(emulator, `POST ${path}`, { body })

const list = async (
  emulator: Emulator,
  query = '',
  path = '/customers/external-accounts',
): Promise<string[]> =>
  (await send<Page<ExternalAccount>>(emulator, `GET ${path}?${query}`)).body.data.map(({ id }) => id)

describe('creating external accounts', () => {
  it('creating an external account returns it as ACTIVE, with its rails and the outcome of the name check', async () => {
    const { emulator, dollars } = await moneyScene()
    const { customerId } = dollars
    const body = { currency: 'USD', customerId, accountInfo: usdInfo('000'), platformAccountId: 'mine-1' }
    expect(await create(emulator, body)).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^ExternalAccount:/),
        status: 'ACTIVE',
        currency: 'USD',
        customerId,
        platformAccountId: 'mine-1',
        defaultUmaDepositAccount: false,
        accountInfo: { ...usdInfo('000'), paymentRails: expect.arrayContaining(['ACH', 'WIRE']) },
        beneficiaryVerificationStatus: 'MATCHED',
        beneficiaryVerifiedData: { fullName: 'Ada Lovelace' },
      },
    })
  })

  it('creating an external account for the platform returns customerId null', async () => {
    const { emulator } = await moneyScene()
    const { body } = await create(emulator, { currency: 'USD', accountInfo: usdInfo('000') })
    expect(body.customerId).toBeNull()
  })

  it('creating an external account for a crypto wallet checks no beneficiary, and the account has no rails', async () => {
    const { emulator } = await moneyScene()
    const accountInfo = { accountType: 'SPARK_WALLET', address: 'sp1102' }
    const { status, body } = await create(emulator, { currency: 'BTC', accountInfo })
    expect([status, body.beneficiaryVerificationStatus, body.accountInfo.paymentRails]).toEqual([
      201,
      undefined,
      [],
    ])
  })

  it.each([
    ['a currency that the type does not hold', { currency: 'EUR' }, 400, 'INVALID_CURRENCY'],
    ['a currency that nobody knows', { currency: 'XXX' }, 400, 'INVALID_CURRENCY'],
    ['an unknown customer', { customerId: unknown('Customer') }, 404, 'REFERENCE_NOT_FOUND'],
    ['a malformed customer id', { customerId: 'ada' }, 400, 'INVALID_INPUT'],
    ['no currency', { currency: undefined }, 400, 'INVALID_INPUT'],
    ['no accountInfo', { accountInfo: undefined }, 400, 'INVALID_INPUT'],
    ['no beneficiary', { accountInfo: { ...usdInfo('000'), beneficiary: undefined } }, 400, 'INVALID_INPUT'],
    ['a platformAccountId that is too long', { platformAccountId: 'x'.repeat(257) }, 400, 'INVALID_INPUT'],
    ['a default flag without a customer', { defaultUmaDepositAccount: true }, 400, 'INVALID_INPUT'],
  ])('creating an external account is refused with %s', async (_, change, status, code) => {
    const { emulator } = await moneyScene()
    const body = { currency: 'USD', accountInfo: usdInfo('000'), ...change }
    expect(await create(emulator, body)).toMatchObject({ status, body: { code } })
    expect(await list(emulator, '', '/platform/external-accounts')).toEqual([])
  })

  it('creating an external account twice is 409 for the same owner, but not for another owner', async () => {
    const { emulator, dollars, euros, external } = await moneyScene()
    await external()
    const body = { currency: 'USD', customerId: dollars.customerId, accountInfo: usdInfo('000') }
    expect(await create(emulator, body)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await create(emulator, { ...body, customerId: euros.customerId })).status).toBe(201)
    expect((await create(emulator, { ...body, accountInfo: usdInfo('111') })).status).toBe(201)
  })

  it('creating an external account for a deleted customer is 410', async () => {
    const { emulator, dollars } = await moneyScene()
    const { customerId } = dollars
    await send(emulator, `DELETE /customers/${customerId}`)
    const body = { currency: 'USD', customerId, accountInfo: usdInfo('000') }
    expect(await create(emulator, body)).toMatchObject({ status: 410, body: { code: 'CUSTOMER_DELETED' } })
  })
})

describe('default UMA deposit account', () => {
  it('the default UMA deposit account of a customer is unique: a new default replaces the earlier one', async () => {
    const { at, external, dollars, emulator, euros } = await moneyScene()
    const standard = { defaultUmaDepositAccount: true }
    const other = await create(emulator, {
      ...standard,
      currency: 'USD',
      customerId: euros.customerId,
      accountInfo: usdInfo('000'),
    })
    const first = await external(usdInfo('000'), standard)
    const second = await external(usdInfo('111'), standard)
    expect([first.defaultUmaDepositAccount, second.defaultUmaDepositAccount]).toEqual([true, true])
    const path = '/customers/external-accounts'
    expect(await at(`${path}/${first.id}`)).toMatchObject({ defaultUmaDepositAccount: false })
    const { data } = (await at(`${path}?customerId=${dollars.customerId}`)) as Page<ExternalAccount>
    expect(data.filter((one) => one.defaultUmaDepositAccount).map(({ id }) => id)).toEqual([second.id])
    expect(await at(`${path}/${other.body.id}`)).toMatchObject({ defaultUmaDepositAccount: true })
  })

  it('the default UMA deposit account does not change if a later account is not the default', async () => {
    const { at, external } = await moneyScene()
    const first = await external(usdInfo('000'), { defaultUmaDepositAccount: true })
    await external(usdInfo('111'))
    expect(await at(`/customers/external-accounts/${first.id}`)).toMatchObject({
      defaultUmaDepositAccount: true,
    })
  })
})

describe('beneficiary-name check', () => {
  it.each([
    ['102', 'NOT_MATCHED', undefined],
    ['103', 'PARTIAL_MATCH', { fullName: 'A. Lovelace' }],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
    ['101', 'MATCHED', { fullName: 'Ada Lovelace' }],
    ['002', 'MATCHED', { fullName: 'Ada Lovelace' }],
  ])('the beneficiary-name check of suffix %s gives %s', async (suffix, status, data) => {
    const { external } = await moneyScene()
    for (const info of [usdInfo(suffix), eurInfo(suffix)]) {
      const account = await external(info)
      expect([account.beneficiaryVerificationStatus, account.beneficiaryVerifiedData]).toEqual([status, data])
    }
  })

  it('the beneficiary-name check of suffix 105 answers 400, creates nothing, and leaves the default account unchanged', async () => {
    const { emulator, dollars, external, at } = await moneyScene()
    const standard = await external(usdInfo('000'), { defaultUmaDepositAccount: true })
    const { customerId } = dollars
    const body = { currency: 'USD', customerId, accountInfo: usdInfo('105'), defaultUmaDepositAccount: true }
    expect(await create(emulator, body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BANK_ACCOUNT' },
    })
    expect(await list(emulator)).toEqual([standard.id])
    expect(await at(`/customers/external-accounts/${standard.id}`)).toMatchObject({
      defaultUmaDepositAccount: true,
    })
  })

  it('the beneficiary-name check uses the legal name of a business', async () => {
    const { external } = await moneyScene()
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Analytical Engines Ltd' }
    const { beneficiaryVerifiedData } = await external({ ...usdInfo('000'), beneficiary })
    expect(beneficiaryVerifiedData).toEqual({ fullName: 'Analytical Engines Ltd' })
  })
})

it.each([
  ['1234567002', '002'],
  ['ada.003@example.com', '003'],
  ['ada@example004.com', ''],
  ['123.456.780-05', '005'],
  ['sp1xyz006', '006'],
  ['DE89 3704 0044 0532 0130 07', '007'],
  ['12', ''],
  ['', ''],
])('the suffix of %s is “%s”', (identifier, suffix) => {
  expect(suffixOf(identifier)).toBe(suffix)
})

describe('reading and deleting', () => {
  it('external accounts are listed by customer and currency, in pages', async () => {
    const { emulator, dollars, euros, external } = await moneyScene()
    const ids = [
      await external(usdInfo('000')),
      await external(eurInfo('000')),
      await external(usdInfo('111')),
    ].map(({ id }) => id)
    await create(emulator, { currency: 'USD', accountInfo: usdInfo('222') })
    expect(await list(emulator, `customerId=${dollars.customerId}`)).toEqual(ids)
    expect(await list(emulator, `customerId=${euros.customerId}`)).toEqual([])
    expect(await list(emulator, 'currency=EUR')).toEqual([ids[1]])
    const first = await send<Page<ExternalAccount>>(emulator, 'GET /customers/external-accounts?limit=2')
    expect([first.body.hasMore, first.body.totalCount]).toEqual([true, 3])
    expect(await list(emulator, `cursor=${first.body.nextCursor}`)).toEqual([ids[2]])
  })

  it('external accounts of the platform are listed separately', async () => {
    const { emulator, external } = await moneyScene()
    const own = await create(
      emulator,
      { currency: 'USD', accountInfo: usdInfo('000') },
      '/platform/external-accounts',
    )
    expect([own.status, own.body.customerId]).toEqual([201, null])
    const customers = await external()
    expect(await list(emulator, 'currency=USD', '/platform/external-accounts')).toEqual([own.body.id])
    expect(await list(emulator, 'currency=EUR', '/platform/external-accounts')).toEqual([])
    expect(await list(emulator)).toEqual([customers.id])
    for (const method of ['GET', 'DELETE']) {
      expect(await send(emulator, `${method} /platform/external-accounts/${customers.id}`)).toMatchObject({
        status: 404,
      })
    }
    expect((await send(emulator, `GET /platform/external-accounts/${own.body.id}`)).status).toBe(200)
    expect((await send(emulator, `DELETE /platform/external-accounts/${own.body.id}`)).status).toBe(204)
    expect(await list(emulator, '', '/platform/external-accounts')).toEqual([])
  })

  it('an external account cannot be read after its deletion', async () => {
    const { emulator, external, dollars } = await moneyScene()
    const { id } = await external()
    const path = `/customers/external-accounts/${id}`
    expect((await send(emulator, `DELETE ${path}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect((await send(emulator, `${method} ${path}`)).status).toBe(404)
    const transfer = { source: { accountId: dollars.id }, destination: { accountId: id }, amount: 1 }
    expect((await send(emulator, 'POST /transfer-out', { body: transfer })).status).toBe(404)
  })
})

it('no call about external accounts breaks on any input', async () => {
  const { emulator, external, dollars } = await moneyScene()
  const { id } = await external()
  await neverBreaks(
    emulator,
    externalAccountRoutes,
    [id, dollars.customerId, 'USD'],
    [
      { currency: 'USD', accountInfo: usdInfo('000') },
      { currency: 'EUR', accountInfo: eurInfo('000') },
    ],
  )
})

describe('account numbers', () => {
  const wrong = [
    ['iban', 'EUR', { accountType: 'EUR_ACCOUNT', iban: 'DE00370400440532013000' }],
    ['routingNumber', 'USD', { accountType: 'USD_ACCOUNT', accountNumber: '1', routingNumber: '123456789' }],
    [
      'accountNumber',
      'USD',
      { accountType: 'USD_ACCOUNT', accountNumber: '１２３', routingNumber: '021000021' },
    ],
    ['clabeNumber', 'MXN', { accountType: 'MXN_ACCOUNT', clabeNumber: '123456789012345678' }],
  ] as const
  const beneficiary = {
    beneficiaryType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    address: { line1: '1 Main St', postalCode: '10115', country: 'DE' },
  }

  it.each(wrong)(
    'a wrong %s is refused in strict mode, and taken in the sandbox',
    async (field, currency, info) => {
      const body = { currency, accountInfo: { ...info, beneficiary } }
      const call = 'POST /platform/external-accounts'
      expect(await send(createEmulator(), call, { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_BANK_ACCOUNT', details: { issues: [`accountInfo.${field}`] } },
      })
      expect((await send(createEmulator({ mode: 'sandbox' }), call, { body })).status).toBe(201)
    },
  )

  it('an IBAN with spaces is refused with a message that names them', async () => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89 3704 0044 0532 0130 00', beneficiary }
    const { status, body } = await send<{ message: string }>(
      createEmulator(),
      'POST /platform/external-accounts',
      { body: { currency: 'EUR', accountInfo } },
    )
    expect([status, body.message]).toEqual([400, expect.stringContaining('an IBAN without spaces expected')])
  })
})

it('an account of the platform is not one of the customers', async () => {
  const emulator = createEmulator()
  const body = { currency: 'USD', accountInfo: usdInfo('000') }
  const { id } = (await send<ExternalAccount>(emulator, 'POST /platform/external-accounts', { body })).body
  for (const method of ['GET', 'DELETE'])
    expect((await send(emulator, `${method} /customers/external-accounts/${id}`)).status).toBe(404)
  expect((await send(emulator, `GET /platform/external-accounts/${id}`)).status).toBe(200)
})
