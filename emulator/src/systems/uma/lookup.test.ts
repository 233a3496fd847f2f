/** Receiver lookups, and the quotes to UMA addresses that need them. @module */

import type { Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, type Refused, send } from '../../fixtures/client.js'
import { eurInfo, type MoneyScene, moneyScene } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { umaRoutes } from './routes.js'

const success = '$success.usd@sandbox.test'

const lookUp = (
  { emulator, dollars }: MoneyScene,
  address: string,
  query = `customerId=${dollars.customerId}`,
): Promise<Answer<Refused>> => send(emulator, `GET /receiver/uma/${encodeURIComponent(address)}?${query}`)

const uma = (umaAddress: string, change: object = {}): object => ({
  destination: { destinationType: 'UMA_ADDRESS', umaAddress, ...change },
})

describe('looking up a UMA address', () => {
  it.each([
    ['$success.usd@sandbox.test', 'USD', undefined],
    ['$success.eur@sandbox.test', 'EUR', ['FULL_NAME', 'BIRTH_DATE']],
    ['$success.mxn@sandbox.test', 'MXN', ['FULL_NAME', 'NATIONALITY']],
    ['$pending.long.usd@sandbox.test', 'USD', undefined],
    ['$fail.compliance.usd@sandbox.test', 'USD', undefined],
  ])(
    'looking up the UMA address %s of the sandbox returns %s and the required fields',
    async (address, code, required) => {
      const scene = await moneyScene()
      const body = await scene.lookUp(address)
      expect(body).toMatchObject({
        lookupId: expect.stringMatching(/^Lookup:/),
        receiverUmaAddress: address,
        supportedCurrencies: [
          { currency: { code }, estimatedExchangeRate: expect.any(Number), min: 1, max: expect.any(Number) },
        ],
      })
      expect(body.requiredPayerDataFields?.map(({ name }) => name)).toEqual(required)
    },
  )

  it('looking up a UMA address of a customer returns the currencies of the customer’s accounts', async () => {
    const scene = await moneyScene()
    const { customer } = await scene.emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR' })
    const { supportedCurrencies } = await scene.lookUp(customer.umaAddress.toUpperCase())
    expect(supportedCurrencies.map(({ currency }) => currency.code)).toEqual(['EUR'])
    expect(supportedCurrencies[0]?.estimatedExchangeRate).toBe(1.08)
  })

  it('looking up a UMA address creates a CREATED transaction without reconciliation instructions, which the quote takes over', async () => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp(success)
    const { data } = (await scene.at('/transactions?status=CREATED')) as { data: Transaction[] }
    expect(data).toMatchObject([{ status: 'CREATED', customerId: scene.dollars.customerId }])
    expect(data[0]?.reconciliationInstructions).toBeUndefined()
    const [first, second] = [
      (await scene.quote({ ...uma(success), lookupId })).body,
      (await scene.quote({ ...uma(success), lookupId })).body,
    ]
    expect(first.transactionId).toBe(data[0]?.id)
    expect(second.transactionId).not.toBe(data[0]?.id)
    expect(await scene.transaction(first.transactionId)).toMatchObject({
      status: 'PENDING',
      reconciliationInstructions: { reference: expect.any(String) },
    })
  })

  it('looking up a UMA address keeps its transaction if a quote is refused, and gives it to only one of two simultaneous quotes', async () => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp(success)
    const funding = { sourceType: 'REALTIME_FUNDING', currency: 'NGN', customerId: scene.dollars.customerId }
    const refused = await scene.quote({ ...uma(success), lookupId, source: funding })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } })
    const quotes = await Promise.all([1, 2].map(() => scene.quote({ ...uma(success), lookupId })))
    expect(new Set(quotes.map(({ body }) => body.transactionId)).size).toBe(2)
    const { data } = (await scene.at('/transactions?limit=100')) as { data: Transaction[] }
    expect(data.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  })

  it.each([
    ['nobody’s', '$nobody@sandbox.test', 404, 'USER_NOT_FOUND'],
    ['no address', 'ada', 400, 'INVALID_UMA_ADDRESS'],
    ['that does not answer', '$fail.lookup.usd@sandbox.test', 424, 'LNURLP_REQUEST_FAILED'],
    ['of another version', '$fail.version.usd@sandbox.test', 412, 'UNSUPPORTED_UMA_VERSION'],
    ['named like a property of objects', '$constructor@sandbox.test', 404, 'USER_NOT_FOUND'],
  ])('looking up a UMA address %s is refused', async (_, address, status, code) => {
    expect(await lookUp(await moneyScene(), address)).toMatchObject({ status, body: { code } })
  })

  it('looking up a UMA address requires the paying customer, by id or by address, and refuses two different customers', async () => {
    const scene = await moneyScene()
    const { customer } = await scene.emulator.provision()
    const sender = `senderUmaAddress=${encodeURIComponent(customer.umaAddress)}`
    expect((await lookUp(scene, success, sender)).status).toBe(200)
    expect((await lookUp(scene, success, `${sender}&customerId=${customer.id}`)).status).toBe(200)
    expect((await lookUp(scene, success, '')).status).toBe(400)
    expect((await lookUp(scene, success, `${sender}&customerId=${scene.dollars.customerId}`)).status).toBe(
      400,
    )
    expect((await lookUp(scene, success, `customerId=${unknown('Customer')}`)).status).toBe(404)
    const nobody = `senderUmaAddress=${encodeURIComponent('$nobody@sandbox.test')}`
    expect((await lookUp(scene, success, nobody)).status).toBe(404)
  })
})

describe('quote to a UMA address', () => {
  it.each([
    ['$success.usd@sandbox.test', {}],
    ['$success.eur@sandbox.test', { senderCustomerInfo: { FULL_NAME: 'Ada', BIRTH_DATE: '1815-12-10' } }],
    ['$success.mxn@sandbox.test', { senderCustomerInfo: { FULL_NAME: 'Ada', NATIONALITY: 'GB' } }],
  ])('a quote to a UMA address %s succeeds', async (address, info) => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp(address)
    const { status, body } = await scene.quote({ ...uma(address), lookupId, ...info })
    expect([status, body.destination['umaAddress']]).toEqual([201, address])
    expect((await scene.execute(body)).body.status).toBe('PROCESSING')
    expect((await scene.transaction(body.transactionId)).status).toBe('COMPLETED')
    expect(scene.emulator.ledger.balanced()).toBe(true)
  })

  it('a quote to $pending.long.usd stays PROCESSING for an hour', async () => {
    const scene = await moneyScene()
    const address = '$pending.long.usd@sandbox.test'
    const { lookupId } = await scene.lookUp(address)
    const { body } = await scene.quote({ ...uma(address), lookupId })
    await scene.execute(body)
    await scene.emulator.clock.advance(59 * 60_000)
    expect((await scene.transaction(body.transactionId)).status).toBe('PROCESSING')
    await scene.emulator.clock.advance(60_000)
    expect((await scene.transaction(body.transactionId)).status).toBe('COMPLETED')
  })

  it.each([
    ['$fail.compliance.usd@sandbox.test', 'QUOTE_EXECUTION_FAILED'],
    ['$fail.lightning.usd@sandbox.test', 'QUOTE_EXECUTION_FAILED'],
  ])('a quote to %s fails, and the money is returned', async (address, failureReason) => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp(address)
    const { body } = await scene.quote({ ...uma(address), lookupId })
    await scene.execute(body)
    expect(await scene.transaction(body.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason,
      refund: { status: 'COMPLETED' },
    })
    expect([scene.held(), scene.emulator.ledger.balanced()]).toEqual([1_000_00n, true])
  })

  it('a quote to a UMA address of a customer is paid into the customer’s internal account', async () => {
    const scene = await moneyScene()
    const { account, customer } = await scene.emulator.provision({
      accountType: 'INTERNAL_FIAT',
      currency: 'EUR',
    })
    const { lookupId } = await scene.lookUp(customer.umaAddress)
    const { body } = await scene.quote({ ...uma(customer.umaAddress), lookupId })
    expect((await scene.execute(body)).body.status).toBe('COMPLETED')
    expect(scene.emulator.ledger.balance(account.id, 'EUR')).toBe(92_12n)
    const { data } = (await scene.at(`/transactions?customerId=${customer.id}`)) as { data: Transaction[] }
    expect(data).toMatchObject([{ type: 'INCOMING', status: 'COMPLETED' }])
  })

  it('a quote to a UMA address requires a lookupId of the same address and the same customer', async () => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp('$success.eur@sandbox.test')
    expect(await scene.quote(uma(success))).toMatchObject({
      status: 400,
      body: { details: { issues: ['lookupId'] } },
    })
    expect(await scene.quote({ ...uma(success), lookupId })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_RECEIVER' },
    })
    expect(await scene.quote({ ...uma(success), lookupId: unknown('Lookup') })).toMatchObject({
      status: 404,
      body: { code: 'LOOKUP_REQUEST_NOT_FOUND' },
    })
    const others = await send<{ lookupId: string }>(
      scene.emulator,
      `GET /receiver/uma/${encodeURIComponent(success)}?customerId=${scene.euros.customerId}`,
    )
    expect((await scene.quote({ ...uma(success), lookupId: others.body.lookupId })).status).toBe(400)
  })

  it('a quote to a UMA address must contain every field that the lookup listed, mandatory or not', async () => {
    const scene = await moneyScene()
    const address = '$success.mxn@sandbox.test'
    const { lookupId } = await scene.lookUp(address)
    const body = { ...uma(address), lookupId }
    const missing = (senderCustomerInfo: object): Promise<Answer<unknown>> =>
      scene.quote({ ...body, senderCustomerInfo })
    expect(await scene.quote(body)).toMatchObject({
      status: 400,
      body: {
        code: 'MISSING_MANDATORY_USER_INFO',
        details: { issues: ['senderCustomerInfo.FULL_NAME', 'senderCustomerInfo.NATIONALITY'] },
      },
    })
    expect(await missing({ FULL_NAME: 'Ada' })).toMatchObject({ status: 400 })
    expect(await missing({ FULL_NAME: 'Ada', NATIONALITY: ' ' })).toMatchObject({ status: 400 })
    expect(await missing({ FULL_NAME: 'Ada', NATIONALITY: 'GB' })).toMatchObject({ status: 201 })
    const euros = '$success.eur@sandbox.test'
    const other = { ...uma(euros), lookupId: (await scene.lookUp(euros)).lookupId }
    expect(await scene.quote({ ...other, senderCustomerInfo: { FULL_NAME: 'Ada' } })).toMatchObject({
      status: 400,
      body: { details: { issues: ['senderCustomerInfo.BIRTH_DATE'] } },
    })
  })

  it('a quote to a UMA address is refused in a currency that the receiver does not accept, and above the receiver’s limit', async () => {
    const scene = await moneyScene()
    const { lookupId } = await scene.lookUp(success)
    expect(await scene.quote({ ...uma(success, { currency: 'EUR' }), lookupId })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY' },
    })
    const much = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 100_000_000_000_001 }
    expect(await scene.quote({ ...uma(success), lookupId, ...much })).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_OUT_OF_RANGE' },
    })
  })
})

describe('looking up an external account', () => {
  const path = (id: string, { dollars }: MoneyScene): string =>
    `GET /receiver/external-account/${id}?customerId=${dollars.customerId}`

  it('looking up an external account returns its currency, for a quote to the account', async () => {
    const scene = await moneyScene()
    const { id } = await scene.external(eurInfo('000'))
    const { status, body } = await send<{ lookupId: string }>(scene.emulator, path(id, scene))
    expect(status).toBe(200)
    expect(body).toMatchObject({ accountId: id, supportedCurrencies: [{ currency: { code: 'EUR' } }] })
    const destination = { destinationType: 'ACCOUNT', accountId: id }
    expect((await scene.quote({ destination, lookupId: body.lookupId })).status).toBe(201)
  })

  it('looking up an external account lists the purpose of the payment if it is required', async () => {
    const scene = await moneyScene()
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' }
    const info = { accountType: 'BDT_ACCOUNT', accountNumber: '12345', beneficiary }
    const { id } = await scene.external(info, { currency: 'BDT' })
    expect((await send(scene.emulator, path(id, scene))).body).toMatchObject({
      requiredPayerDataFields: [{ name: 'PURPOSE_OF_PAYMENT', mandatory: true }],
    })
  })

  it('looking up an external account that is unknown is 404', async () => {
    const scene = await moneyScene()
    expect((await send(scene.emulator, path(unknown('ExternalAccount'), scene))).status).toBe(404)
  })
})

it('no lookup breaks on any input', async () => {
  const scene = await moneyScene()
  const { id } = await scene.external()
  const known = [id, success, scene.dollars.customerId]
  await neverBreaks(scene.emulator, umaRoutes, known)
})
