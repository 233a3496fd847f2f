/** Tests single sentences of the interface that are in no table, each over HTTP. @module */
import { afterAll, expect, it } from 'vitest'
import {
  type Answer,
  clientKey,
  provisionWithPasskey,
  type Refused,
  send,
  signedSend,
  signInByMail,
  signInByPasskey,
} from '../../emulator/src/fixtures/client.js'
import { eurInfo, usdInfo } from '../../emulator/src/fixtures/money.js'
import { firmBy, ownerBody } from '../../emulator/src/fixtures/people.js'
import type { BeneficialOwner } from '../../src/wire/beneficial-owners.js'
import type { CardTransaction } from '../../src/wire/card-transactions.js'
import type { Card } from '../../src/wire/cards.js'
import type { UmaProvider } from '../../src/wire/discovery.js'
import type { ExchangeRateList } from '../../src/wire/exchange-rates.js'
import type { ExternalAccount } from '../../src/wire/external-accounts.js'
import type { InternalAccount } from '../../src/wire/internal-accounts.js'
import type { Invitation } from '../../src/wire/invitations.js'
import { CreateQuoteBody } from '../../src/wire/quote-creation.js'
import { type Quote, Quote as QuoteSchema } from '../../src/wire/quotes.js'
import { parse } from '../../src/wire/schema.js'
import type { Session, SessionList } from '../../src/wire/sessions.js'
import { failureReasons } from '../../src/wire/transactions.js'
import type { Verification } from '../../src/wire/verifications.js'
import { startService } from './service.js'

const service = await startService()
const { emulator, call, got, pass, eventsOf } = service
afterAll(service.close)

const outside = async (customerId: string, accountInfo: object, currency = 'USD'): Promise<ExternalAccount> =>
  got(201, 'POST /customers/external-accounts', { currency, customerId, accountInfo })

const quoteBody = (source: string, destination: object, amount = 100_00) => ({
  source: { sourceType: 'ACCOUNT', accountId: source },
  destination,
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
})

const to = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId })

it('an Idempotency-Key gives a refusal again, though the next key succeeds (Quotes and transfers)', async () => {
  const { account, customer } = await service.customer({ balance: 0 })
  const destination = await outside(customer.id, usdInfo('111'))
  const transfer = {
    source: { accountId: account.id },
    destination: { accountId: destination.id },
    amount: 5,
  }
  const paid = (key: string): Promise<Answer<Refused>> =>
    call('POST /transfer-out', transfer, { 'Idempotency-Key': key })
  const first = await paid('first')
  expect(first).toMatchObject({ status: 400, body: { code: 'INSUFFICIENT_BALANCE' } })
  await got(200, `POST /sandbox/internal-accounts/${account.id}/fund`, { amount: 10 })
  const again = await paid('first')
  expect([again.status, again.body]).toEqual([400, first.body])
  expect((await paid('second')).status).toBe(201)
  expect((await paid('second')).status).toBe(201)
  expect(emulator.ledger.balance(account.id, 'USD')).toBe(5n)
})

it('an Idempotency-Key does not keep what was refused before it was processed (Quotes and transfers)', async () => {
  const { account, customer } = await service.customer({ balance: 10 })
  const destination = await outside(customer.id, usdInfo('111'))
  const transfer = { source: { accountId: account.id }, destination: { accountId: destination.id } }
  const headers = { 'Idempotency-Key': 'unprocessed' }
  const wrong = { ...headers, Authorization: 'Basic b3RoZXI6b3RoZXI=' }
  expect((await call('POST /transfer-out', { ...transfer, amount: 5 }, wrong)).status).toBe(401)
  expect((await call('POST /transfer-out', { ...transfer, amount: -5 }, headers)).status).toBe(400)
  expect((await call('POST /transfer-out', { ...transfer, amount: 5 }, headers)).status).toBe(201)
})

it('a failed payment has one of the eight reasons that the interface names (Transaction)', async () => {
  const reasons = [
    'LNURLP_FAILED',
    'PAY_REQUEST_FAILED',
    'PAYMENT_APPROVAL_WEBHOOK_ERROR',
    'PAYMENT_APPROVAL_TIMED_OUT',
    'OFFRAMP_FAILED',
    'MISSING_MANDATORY_PAYEE_DATA',
    'QUOTE_EXPIRED',
    'QUOTE_EXECUTION_FAILED',
  ]
  // The later description has two more (wire-facts 12).
  expect(failureReasons).toEqual([...reasons, 'QUOTE_RATE_UNAVAILABLE', 'SCA_NOT_COMPLETED'])
  const { account, customer } = await service.customer()
  const seen: unknown[] = []
  for (const suffix of ['002', '004', '005', '007']) {
    const destination = await outside(customer.id, usdInfo(suffix))
    const quote = await got<Quote>(201, 'POST /quotes', quoteBody(account.id, to(destination.id)))
    await got(200, `POST /quotes/${quote.id}/execute`)
    await pass(60_000)
    seen.push(
      (await got<{ failureReason?: string }>(200, `GET /transactions/${quote.transactionId}`)).failureReason,
    )
  }
  const umaAddress = '$fail.lightning.usd@sandbox.test'
  const { lookupId } = await got<{ lookupId: string }>(
    200,
    `GET /receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${customer.id}`,
  )
  const lightning = await got<Quote>(201, 'POST /quotes', {
    ...quoteBody(account.id, { destinationType: 'UMA_ADDRESS', umaAddress }),
    lookupId,
  })
  await got(200, `POST /quotes/${lightning.id}/execute`)
  await pass(60_000)
  const failed = await got<{ failureReason?: string }>(200, `GET /transactions/${lightning.transactionId}`)
  seen.push(failed.failureReason)
  expect(seen.filter((reason) => !reasons.includes(String(reason)))).toEqual([])
  expect(seen).toEqual([
    'QUOTE_EXECUTION_FAILED',
    'OFFRAMP_FAILED',
    'OFFRAMP_FAILED',
    'OFFRAMP_FAILED',
    'QUOTE_EXECUTION_FAILED',
  ])
})

const cardOf = (cardholderId: string, ...accounts: readonly InternalAccount[]) => ({
  cardholderId,
  form: 'VIRTUAL',
  fundingSources: accounts.map(({ id }) => id),
})

it('a card is not funded from an embedded wallet without the stamp of its session (Authentication)', async () => {
  const { account, customer } = await emulator.provision({ balance: 100_000_000, email: 'card@example.com' })
  const body = cardOf(customer.id, account)
  expect((await call('POST /cards', body)).status).toBe(202)
  expect((await call<{ data: Card[] }>(`GET /cards?cardholderId=${customer.id}`)).body.data).toEqual([])
  const by = await signInByMail(emulator, account)
  expect((await signedSend<Card>(emulator, by, 'POST /cards', body)).status).toBe(201)
})

it('a card gets an embedded wallet as its source only by the stamp of that wallet (Authentication)', async () => {
  const { account: own, customer } = await emulator.provision({ email: 'own@example.com' })
  const { account: other } = await emulator.provision({ customerId: customer.id, email: 'other@example.com' })
  const ownSession = await signInByMail(emulator, own)
  const otherSession = await signInByMail(emulator, other)
  const { body: card } = await signedSend<Card>(emulator, ownSession, 'POST /cards', cardOf(customer.id, own))
  const patch = `PATCH /cards/${card.id}`
  const changes = { fundingSources: [other.id] }
  expect((await signedSend(emulator, ownSession, patch, changes)).status).toBe(401)
  expect((await signedSend(emulator, otherSession, patch, changes)).status).toBe(200)
  const both = await send(emulator, 'POST /cards', { body: cardOf(customer.id, own, other) })
  expect(both).toMatchObject({ status: 400, body: { code: 'FUNDING_SOURCE_INELIGIBLE' } })
})

it('a card transaction is REFUNDED once a part was returned, and the platform is informed (CardTransaction status; Events)', async () => {
  const { account, customer } = await service.customer()
  const card = await got<Card>(201, 'POST /cards', cardOf(customer.id, account))
  const simulate = (what: string, body: object): Promise<CardTransaction> =>
    got(200, `POST /sandbox/cards/${card.id}/simulate/${what}`, body)
  const merchant = { descriptor: 'CAFE' }
  const { id } = await simulate('authorization', { amount: 1000, currency: 'USD', merchant })
  await simulate('clearing', { cardTransactionId: id, amount: 1000 })
  const part = await simulate('return', { cardTransactionId: id, amount: 300 })
  expect([part.status, part.refundedAmount?.amount]).toEqual(['REFUNDED', 300])
  expect(await eventsOf(id)).toEqual([
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.SETTLED',
    'CARD_TRANSACTION.REFUNDED',
  ])
  const rest = await simulate('return', { cardTransactionId: id, amount: 700 })
  expect([rest.status, rest.refundSummary]).toEqual(['REFUNDED', { count: 2, totalAmount: 1000 }])
  expect(
    (await call(`POST /sandbox/cards/${card.id}/simulate/return`, { cardTransactionId: id, amount: 1 }))
      .status,
  ).toBe(409)
})

it('a return before the last clearing closes a card transaction and gives back what is still held (CardTransaction status)', async () => {
  const { account, customer } = await service.customer({ balance: 1000 })
  const card = await got<Card>(201, 'POST /cards', cardOf(customer.id, account))
  const simulate = (what: string, body: object): Promise<CardTransaction> =>
    got(200, `POST /sandbox/cards/${card.id}/simulate/${what}`, body)
  const merchant = { descriptor: 'CAFE' }
  const { id } = await simulate('authorization', { amount: 1000, currency: 'USD', merchant })
  await simulate('clearing', { cardTransactionId: id, amount: 400 })
  expect((await simulate('return', { cardTransactionId: id, amount: 100 })).status).toBe('REFUNDED')
  expect(emulator.ledger.balance(account.id, 'USD')).toBe(700n)
  expect(emulator.ledger.balanced()).toBe(true)
})

it('a claimed invitation is reported to the platform as INVITATION_CLAIMED (Events)', async () => {
  const { customer } = await service.customer()
  const { code } = await got<Invitation>(201, 'POST /invitations', { inviterUma: customer.umaAddress })
  await got(200, `POST /invitations/${code}/claim`, { inviteeUma: '$eve@uma.test' })
  await eventsOf(code)
  const told = service.endpoint.arrived.filter(({ event }) => JSON.stringify(event.data).includes(code))
  expect(told.map(({ event }) => event.type)).toEqual(['INVITATION_CLAIMED'])
})

it('a session of a passkey has the credentialId of its credential, in its answer and in the list (Session)', async () => {
  const { account, authenticator, credential } = await provisionWithPasskey(emulator)
  const { session } = await signInByPasskey(emulator, credential, authenticator)
  expect(session.credentialId).toBe(credential.credentialId)
  const { data } = await got<SessionList>(200, `GET /auth/sessions?accountId=${account.id}`)
  expect(data.map(({ credentialId }) => credentialId)).toEqual([credential.credentialId])
})

it('a quote names the rail by which its external account is paid, asked for or not', async () => {
  const { account, customer } = await service.customer()
  const bank = await outside(customer.id, eurInfo('111'), 'EUR')
  const spark = await outside(
    customer.id,
    { accountType: 'SPARK_WALLET', address: `spark1${'q'.repeat(40)}` },
    'BTC',
  )
  const railTo = async (destination: object): Promise<unknown> =>
    (await got<Quote>(201, 'POST /quotes', quoteBody(account.id, destination))).destination['paymentRail']
  expect(await railTo(to(bank.id))).toBe('SEPA_INSTANT')
  expect(await railTo({ ...to(bank.id), paymentRail: 'SEPA' })).toBe('SEPA')
  // A blockchain is not a rail.
  expect(await railTo(to(spark.id))).toBeUndefined()
})

/** A quote's body that asks for a rail. */
const railed = (paymentRail: string): object => ({
  ...quoteBody(`InternalAccount:${crypto.randomUUID()}`, {}),
  destination: {
    destinationType: 'ACCOUNT',
    accountId: `ExternalAccount:${crypto.randomUUID()}`,
    paymentRail,
  },
})

it('every exchange rate to a currency of banks names a rail of the interface', async () => {
  const { data } = await got<ExchangeRateList>(200, 'GET /exchange-rates')
  expect(data.length).toBeGreaterThan(1000)
  const assets = ['BTC', 'USDB', 'USDC', 'USDT']
  for (const { destinationCurrency, destinationPaymentRail: rail } of data) {
    const isAsset = assets.includes(destinationCurrency.code)
    expect(rail === undefined || parse(CreateQuoteBody, railed(rail)).ok).toBe(true)
    expect(rail === undefined).toBe(isAsset)
  }
})

interface Described {
  readonly anyOf?: readonly { readonly enum?: readonly string[] }[]
  readonly description?: string
  readonly default?: unknown
}

it('the description names the known values of every status and type, and the defaults', async () => {
  const address = 'http://service.test/openapi.json'
  const document = await (await emulator.fetch(address)).json()
  const field = (name: string, property: string): Described =>
    document.components.schemas[name].properties[property]
  const known: readonly [string, string, number][] = [
    ['Transaction', 'status', 8],
    ['Transaction', 'type', 2],
    // With those of the later description (wire-facts 12).
    ['Transaction', 'failureReason', 10],
    ['Quote', 'status', 6],
    ['ExternalAccount', 'status', 4],
    ['ExternalAccount', 'beneficiaryVerificationStatus', 6],
    ['Customer', 'customerType', 2],
    ['Customer', 'kycStatus', 4],
    ['AgentAction', 'status', 4],
    ['AgentAction', 'type', 3],
    ['CardTransaction', 'status', 5],
    ['Verification', 'verificationStatus', 6],
    ['Invitation', 'status', 4],
  ]
  const counts = known.map(([name, property]) => field(name, property).anyOf?.[0]?.enum?.length)
  expect(counts).toEqual(known.map(([, , count]) => count))
  const parameter = (path: string, wanted: string): unknown =>
    document.paths[path].get.parameters.find(({ name }: { name: string }) => name === wanted).schema.default
  expect(parameter('/agents/me/transactions', 'sortOrder')).toBe('desc')
  expect(parameter('/exchange-rates', 'sendingAmount')).toBe(10_000)
  expect(field('CreateQuoteBody', 'immediatelyExecute').default).toBe(false)
  expect(field('CreateExternalAccountBody', 'defaultUmaDepositAccount').default).toBe(false)
  expect(field('ExternalAccount', 'defaultUmaDepositAccount').default).toBe(false)
  expect(field('CreateQuoteBody', 'senderCustomerInfo').description).toContain('every field')
})

it('a quote from an external account pulls the money from it, with the outcomes of a transfer in', async () => {
  const { account, customer } = await service.customer()
  const ends: unknown[] = []
  for (const suffix of ['111', '002', '004']) {
    const source = await outside(customer.id, usdInfo(suffix))
    const body = { ...quoteBody(source.id, to(account.id)), immediatelyExecute: true }
    const quote = await got<Quote>(201, 'POST /quotes', body)
    expect(parse(QuoteSchema, quote)).toMatchObject({ ok: true })
    ends.push(quote.status)
  }
  expect(ends).toEqual(['COMPLETED', 'FAILED', 'FAILED'])
})

it('a card transaction is a transaction whose destination is the card, with its merchant in full (Events)', async () => {
  const { account, customer } = await service.customer()
  const card = await got<Card>(201, 'POST /cards', cardOf(customer.id, account))
  const path = `POST /sandbox/cards/${card.id}/simulate/authorization`
  const body = { amount: 1000, currency: 'USD', merchant: { descriptor: 'CAFE' } }
  const made = await got<CardTransaction>(200, path, body)
  await eventsOf(made.id)
  const told = service.endpoint.arrived.find(({ event }) => Object(event.data).id === made.id)
  expect(told?.event.data).toMatchObject({
    type: 'OUTGOING',
    destination: { destinationType: 'CARD', cardId: card.id, currency: 'USD' },
    source: { sourceType: 'ACCOUNT', accountId: account.id, currency: 'USD' },
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    receivedAmount: { amount: 1000, currency: { code: 'USD' } },
    merchant: { descriptor: 'CAFE', mcc: expect.stringMatching(/^\d{4}$/), country: expect.any(String) },
  })
  const listed = await got<{ data: CardTransaction[] }>(200, `GET /transactions?customerId=${customer.id}`)
  expect(listed.data).toEqual([made])
  await got(200, `POST /sandbox/cards/${card.id}/simulate/clearing`, {
    cardTransactionId: made.id,
    amount: 1000,
  })
  const read = await got<CardTransaction>(200, `GET /transactions/${made.id}`)
  expect([read.status, read.cardId]).toEqual(['SETTLED', card.id])
})

it('an error of a verification names a beneficial owner without a birth date (Customer and Verification)', async () => {
  const firm = await firmBy(emulator, 'HRB 003')
  const { personalInfo, ...rest } = ownerBody(firm.id)
  const { birthDate, ...unborn } = { ...Object(personalInfo) }
  const owner = await got<BeneficialOwner>(201, 'POST /beneficial-owners', { ...rest, personalInfo: unborn })
  const verification = await got<Verification>(200, 'POST /verifications', { customerId: firm.id })
  expect(verification).toMatchObject({
    verificationStatus: 'RESOLVE_ERRORS',
    errors: [{ resourceId: owner.id, type: 'MISSING_FIELD', field: 'personalInfo.birthDate' }],
  })
  await got(200, `PATCH /beneficial-owners/${owner.id}`, { personalInfo: { birthDate } })
  const now = await got<Verification>(200, `GET /verifications/${verification.id}`)
  expect([now.verificationStatus, now.errors]).toEqual(['READY_FOR_VERIFICATION', []])
})

it('the currencies of a UMA provider are currency objects', async () => {
  const { data } = await got<{ data: UmaProvider[] }>(200, 'GET /uma-providers')
  expect(data[0]?.supportedCurrencies[0]).toEqual({ code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 })
})

it('an invitation by an address that no customer has is 400', async () => {
  const refused = await call<Refused>('POST /invitations', { inviterUma: '$nobody@uma.test' })
  expect([refused.status, refused.body.details.issues]).toEqual([400, ['inviterUma']])
})

it('the credentials and sessions of an unknown account are 404, not an empty list', async () => {
  const unknown = 'accountId=InternalAccount:00000000-0000-4000-8000-000000000000'
  expect((await call(`GET /auth/credentials?${unknown}`)).status).toBe(404)
  expect((await call(`GET /auth/sessions?${unknown}`)).status).toBe(404)
})

it('nothing is paid into the account of a deleted customer, and a KYC link does not redirect to a script', async () => {
  const { account, customer } = await service.customer()
  const link = `POST /customers/${customer.id}/kyc-link`
  expect((await call(link, { redirectUri: 'javascript:alert(1)' })).status).toBe(400)
  expect((await call(link, { redirectUri: 'bank-app://done' })).status).toBe(201)
  await got(200, `DELETE /customers/${customer.id}`)
  expect((await call(`POST /sandbox/internal-accounts/${account.id}/fund`, { amount: 1 })).status).toBe(410)
})

it('a session is refreshed by one request if the emulator is configured so', async () => {
  const direct = await startService({ refresh: 'direct', mode: 'strict' })
  const { account } = await direct.emulator.provision({ email: 'ada@example.com' })
  const { session } = await signInByMail(direct.emulator, account)
  const { publicKey } = clientKey()
  const refreshed = await direct.got<Session>(201, `POST /auth/sessions/${session.id}/refresh`, {
    clientPublicKey: publicKey,
  })
  expect([refreshed.id === session.id, refreshed.type]).toEqual([false, 'EMAIL_OTP'])
  await direct.close()
})

it('the sandbox’s calls are not there where they are switched off, and the emulator still funds', async () => {
  const closed = await startService({ sandboxCalls: 'off' })
  const { account } = await closed.customer({ balance: 0 })
  expect(
    (await closed.call(`POST /sandbox/internal-accounts/${account.id}/fund`, { amount: 1 })).status,
  ).toBe(404)
  closed.emulator.fund(account.id, 5)
  expect(closed.emulator.ledger.balance(account.id, 'USD')).toBe(5n)
  expect(() => closed.emulator.fund('InternalAccount:x', 5)).toThrow(RangeError)
  await closed.close()
})

it('one rate that exceeds the safe integer range does not fail the list of all', async () => {
  const query = 'sourceCurrency=EUR&sendingAmount=9007199254740991'
  const { data } = await got<ExchangeRateList>(200, `GET /exchange-rates?${query}`)
  const codes = data.map(({ destinationCurrency }) => destinationCurrency.code)
  expect([codes.includes('GBP'), codes.includes('MXN')]).toEqual([true, false])
})
