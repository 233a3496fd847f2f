/** Tests every row of the sandbox's tables of checks and endpoints, and of the limits on money, over HTTP. @module */
import { afterAll, describe, expect, it } from 'vitest'
import { connectedAgent, openPolicy } from '../../emulator/src/fixtures/agents.js'
import type { Answer, Refused } from '../../emulator/src/fixtures/client.js'
import { usdInfo } from '../../emulator/src/fixtures/money.js'
import { firmBy, ownerBody } from '../../emulator/src/fixtures/people.js'
import type { AgentAction } from '../../src/wire/agent-actions.js'
import type { AgentPolicy } from '../../src/wire/agent-policy.js'
import type { BeneficialOwner } from '../../src/wire/beneficial-owners.js'
import type { CardTransaction } from '../../src/wire/card-transactions.js'
import type { Card } from '../../src/wire/cards.js'
import type { Customer } from '../../src/wire/customers.js'
import type { ExchangeRate } from '../../src/wire/exchange-rates.js'
import type { ExternalAccount } from '../../src/wire/external-accounts.js'
import type { InternalAccount } from '../../src/wire/internal-accounts.js'
import type { Quote } from '../../src/wire/quotes.js'
import type { Transaction } from '../../src/wire/transactions.js'
import type { Verification } from '../../src/wire/verifications.js'
import { startService } from './service.js'

const service = await startService()
const { emulator, call, got, pass, eventsOf } = service
afterAll(service.close)

const listOf = async <Row>(path: string): Promise<readonly Row[]> =>
  (await got<{ data: Row[] }>(200, `GET ${path}`)).data

describe('the check of beneficiary names', () => {
  it.each([
    ['102', 'NOT_MATCHED'],
    ['103', 'PARTIAL_MATCH'],
    ['104', 'PENDING'],
    ['106', 'UNSUPPORTED'],
    ['107', 'CHECKED_BY_RECEIVING_FI'],
    ['101', 'MATCHED'],
    ['108', 'MATCHED'],
  ])(
    'the name check of suffix %s results in %s (ExternalAccount; Sandbox test behaviors)',
    async (suffix, status) => {
      const { customer } = await service.customer()
      const body = { currency: 'USD', customerId: customer.id, accountInfo: usdInfo(suffix) }
      const made = await got<ExternalAccount>(201, 'POST /customers/external-accounts', body)
      expect(made.beneficiaryVerificationStatus).toBe(status)
      expect(await got(200, `GET /customers/external-accounts/${made.id}`)).toEqual(made)
    },
  )

  it('the name check of suffix 105 is 400, and there is no account (ExternalAccount; Sandbox test behaviors)', async () => {
    const { customer } = await service.customer()
    const body = { currency: 'USD', customerId: customer.id, accountInfo: usdInfo('105') }
    expect((await call('POST /customers/external-accounts', body)).status).toBe(400)
    expect(await listOf(`/customers/external-accounts?customerId=${customer.id}`)).toEqual([])
  })
})

describe('the check of firms', () => {
  it.each([
    ['001', 'PENDING', 'IN_PROGRESS'],
    ['002', 'REJECTED', 'REJECTED'],
    ['003', 'APPROVED', 'APPROVED'],
  ])(
    'a business with the registration number …%s gets kybStatus %s (Customer and Verification; Sandbox test behaviors)',
    async (suffix, kybStatus, status) => {
      const firm = await firmBy(emulator, `HRB ${suffix}`)
      const made = await got<Verification>(200, 'POST /verifications', { customerId: firm.id })
      expect(made.verificationStatus).toBe(status)
      expect((await got<Customer>(200, `GET /customers/${firm.id}`)).kybStatus).toBe(kybStatus)
      expect([await eventsOf(firm.id), await eventsOf(made.id)]).toEqual([
        [`CUSTOMER.KYB_${kybStatus}`],
        [`VERIFICATION.${status}`],
      ])
    },
  )
})

describe('the check of beneficial owners', () => {
  it.each([
    ['001', 'PENDING'],
    ['002', 'REJECTED'],
    ['003', 'APPROVED'],
  ])(
    'a beneficial owner with the last name …%s gets kycStatus %s (Customer and Verification; Sandbox test behaviors)',
    async (suffix, kycStatus) => {
      const firm = await firmBy(emulator, '1')
      const body = ownerBody(firm.id, { lastName: `Lovelace${suffix}` })
      expect((await got<BeneficialOwner>(201, 'POST /beneficial-owners', body)).kycStatus).toBe(kycStatus)
    },
  )
})

interface CardScene {
  readonly account: InternalAccount
  readonly card: Card
  readonly authorized: CardTransaction
  readonly clear: (amount: number, of?: CardTransaction) => Promise<CardTransaction>
}

async function cardScene(descriptor = 'CAFE'): Promise<CardScene> {
  const { customer, account } = await service.customer()
  const wanted = { cardholderId: customer.id, form: 'VIRTUAL', fundingSources: [account.id] }
  const card = await got<Card>(201, 'POST /cards', wanted)
  await pass(0)
  const merchant = { descriptor, mcc: '5812', country: 'US' }
  const path = `/sandbox/cards/${card.id}/simulate`
  const authorized = await got<CardTransaction>(200, `POST ${path}/authorization`, {
    amount: 100_00,
    currency: 'USD',
    merchant,
  })
  return {
    account,
    card,
    authorized,
    clear: (amount, of = authorized) =>
      got(200, `POST ${path}/clearing`, { cardTransactionId: of.id, amount }),
  }
}

const held = ({ id }: InternalAccount): number => Number(emulator.ledger.balance(id, 'USD'))

describe('endpoints of the sandbox', () => {
  it('fund credits an internal account at once (Sandbox test behaviors)', async () => {
    const { account } = await service.customer()
    const path = `POST /sandbox/internal-accounts/${account.id}/fund`
    expect((await got<InternalAccount>(200, path, { amount: 5 })).balance.amount).toBe(1_000_05)
    expect(await eventsOf(account.id)).toContain('INTERNAL_ACCOUNT.BALANCE_UPDATED')
    expect((await call(path, { amount: 0 })).status).toBe(400)
  })

  it('send pays a quote with real-time funding, and no other (Sandbox test behaviors)', async () => {
    const { customer, account } = await service.customer()
    const made = (source: object): Promise<Quote> =>
      got(201, 'POST /quotes', {
        source,
        destination: { destinationType: 'ACCOUNT', accountId: account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100_00,
      })
    const funded = await made({ sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: customer.id })
    const pay = ({ id }: Quote): Promise<Answer<Transaction>> =>
      call('POST /sandbox/send', { quoteId: id, currencyCode: 'EUR' })
    expect(await pay(funded)).toMatchObject({
      status: 200,
      body: { id: funded.transactionId, status: 'COMPLETED' },
    })
    expect(held(account)).toBe(1_000_00 + funded.totalReceivingAmount)
    const other = await service.customer({ currency: 'EUR' })
    expect((await pay(await made({ sourceType: 'ACCOUNT', accountId: other.account.id }))).status).toBe(400)
  })

  it('uma receive lets a payment to a customer’s address arrive (Sandbox test behaviors)', async () => {
    const { customer, account } = await service.customer()
    const body = {
      senderUmaAddress: '$ada@elsewhere.test',
      receiverUmaAddress: customer.umaAddress,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 5_00,
    }
    const received = await got<Transaction>(200, 'POST /sandbox/uma/receive', body)
    expect([received.type, received.status, held(account)]).toEqual(['INCOMING', 'COMPLETED', 1_005_00])
    expect(
      (await call('POST /sandbox/uma/receive', { ...body, receiverUmaAddress: '$no@x.test' })).status,
    ).toBe(404)
  })

  it('clearing settles what was authorized, and reports it as a card transaction (Sandbox test behaviors)', async () => {
    const { authorized, clear, account, card } = await cardScene()
    expect(authorized.status).toBe('AUTHORIZED')
    expect(await clear(40_00)).toMatchObject({
      id: authorized.id,
      cardId: card.id,
      status: 'PARTIALLY_SETTLED',
    })
    expect(await clear(60_00)).toMatchObject({
      status: 'SETTLED',
      settlementSummary: { count: 2, totalAmount: 100_00 },
    })
    expect(held(account)).toBe(900_00)
    expect(await eventsOf(authorized.id)).toEqual([
      'CARD_TRANSACTION.AUTHORIZED',
      'CARD_TRANSACTION.PARTIALLY_SETTLED',
      'CARD_TRANSACTION.SETTLED',
    ])
  })

  it('clearing above the authorized amount pulls the rest afterwards (CardTransaction status)', async () => {
    const { clear, account } = await cardScene()
    expect(await clear(120_00)).toMatchObject({
      status: 'SETTLED',
      pullSummary: { count: 2, totalAmount: 120_00 },
    })
    expect(held(account)).toBe(880_00)
  })

  it('clearing of 0 lets the authorization expire, and the money comes back (CardTransaction status)', async () => {
    const { clear, account } = await cardScene()
    expect(await clear(0)).toMatchObject({ settlementSummary: { count: 0, totalAmount: 0 } })
    expect(held(account)).toBe(1_000_00)
  })

  it('the suffix of the parent’s id decides the pull of a clearing (CardTransaction status)', async () => {
    const { authorized, clear } = await cardScene('TAXI 006')
    expect(authorized.id.slice(-3)).toBe('006')
    expect((await clear(100_00)).status).toBe('EXCEPTION')
  })

  it.each([{ amount: -1 }, { amount: 0.5 }, {}, { amount: 1, cardTransactionId: undefined }])(
    'clearing of %j is refused (CardTransaction status)',
    async (change) => {
      const { authorized, card } = await cardScene()
      const body = { cardTransactionId: authorized.id, ...change }
      expect((await call(`POST /sandbox/cards/${card.id}/simulate/clearing`, body)).status).toBe(400)
    },
  )

  it('the webhook test sends a test webhook and returns the endpoint’s answer (Events; Sandbox test behaviors)', async () => {
    await eventsOf('')
    service.endpoint.answers.push(418)
    const { url, ...answer } = await got<Record<string, unknown>>(200, 'POST /sandbox/webhooks/test')
    expect(answer).toEqual({ response_status: 418, response_body: 'seen' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks$/)
    expect(service.endpoint.types().at(-1)).toBe('TEST')
  })
})

interface AgentScene {
  readonly spend: (amount: number) => Promise<Answer<AgentAction & Refused>>
  readonly customerId: string
}

/** Creates an agent whose policy is open except for some parts. The parts may depend on its customer's account. */
async function agentScene(
  policy: (accountId: string) => Partial<AgentPolicy> = () => ({}),
): Promise<AgentScene> {
  const { customer, account } = await service.customer({ balance: 10_000_00 })
  const { token } = await connectedAgent(emulator, customer.id, { ...openPolicy, ...policy(account.id) })
  const body = { currency: 'USD', customerId: customer.id, accountInfo: usdInfo('000') }
  const bank = await got<ExternalAccount>(201, 'POST /customers/external-accounts', body)
  return {
    customerId: customer.id,
    spend: (amount) =>
      call(
        'POST /agents/me/transfer-out',
        { source: { accountId: account.id }, destination: { accountId: bank.id }, amount },
        { authorization: `Bearer ${token}` },
      ),
  }
}

const limits = { currency: 'USD', perTransactionLimit: 1_000_00 }

describe('limits of the platform', () => {
  it.each<[string, (accountId: string) => Partial<AgentPolicy>]>([
    ['perTransactionLimit', () => ({ spendingLimits: { ...limits, perTransactionLimit: 99_99 } })],
    ['dailyLimit', () => ({ spendingLimits: { ...limits, dailyLimit: 99_99 } })],
    ['dailyTransactionLimit', () => ({ spendingLimits: { ...limits, dailyTransactionLimit: 0 } })],
    ['monthlyLimit', () => ({ spendingLimits: { ...limits, monthlyLimit: 99_99 } })],
    [
      'perTransactionLimit of an account',
      (accountId) => ({ accountRestrictions: { accountRules: [{ accountId, perTransactionLimit: 99_99 }] } }),
    ],
  ])('the limit of an agent’s spending: %s (Agent; Limits)', async (_, policy) => {
    const { spend } = await agentScene(policy)
    expect(await spend(100_00)).toMatchObject({ status: 403, body: { code: 'VELOCITY_LIMIT_EXCEEDED' } })
    expect((await (await agentScene()).spend(100_00)).body.status).toBe('APPROVED')
  })

  it('an agent’s spending above approvalThresholds.amount needs the platform’s approval (Agent; Limits)', async () => {
    const { spend } = await agentScene(() => ({ approvalThresholds: { currency: 'USD', amount: 100_00 } }))
    expect((await spend(100_00)).body.status).toBe('APPROVED')
    const { body } = await spend(100_01)
    expect(body.status).toBe('PENDING_APPROVAL')
    expect(await eventsOf(body.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL'])
  })

  const quoteOf = async (lockedCurrencyAmount: number): Promise<Answer<Refused>> => {
    const { customer, account } = await service.customer()
    return call('POST /quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount,
    })
  }

  it('lockedCurrencyAmount is 9000000000000000 at most (Quote; Limits)', async () => {
    expect((await quoteOf(9_000_000_000_000_000)).status).toBe(201)
    const { status, body } = await quoteOf(9_000_000_000_000_001)
    expect([status, body.details.issues]).toEqual([400, ['lockedCurrencyAmount']])
  })

  it('a quote can be executed until just before expiresAt, 1 to 5 minutes after its creation (Transaction; Quote)', async () => {
    const { account } = await service.customer()
    const to = await service.customer({ currency: 'EUR' })
    const made = (): Promise<Quote> =>
      got(201, 'POST /quotes', {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: to.account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_00,
      })
    const quotes = [await made(), await made()]
    const life = Date.parse(quotes[0]?.expiresAt ?? '') - Date.parse(quotes[0]?.createdAt ?? '')
    expect([life >= 60_000, life <= 300_000]).toEqual([true, true])
    await pass(life - 1)
    expect((await call(`POST /quotes/${quotes[0]?.id}/execute`)).status).toBe(200)
    await pass(1)
    expect((await call(`POST /quotes/${quotes[1]?.id}/execute`)).status).toBe(409)
    expect(await got(200, `GET /quotes/${quotes[1]?.id}`)).toMatchObject({ status: 'EXPIRED' })
    const late = await got<Transaction>(200, `GET /transactions/${quotes[1]?.transactionId}`)
    expect([late.status, late.failureReason]).toEqual(['EXPIRED', 'QUOTE_EXPIRED'])
    expect(await eventsOf(late.id)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED'])
  })

  it('a page of an agent’s transactions has 20 unless asked otherwise, 1 to 100 (Agent-scoped calls; Limits)', async () => {
    const { customer, account } = await service.customer({ balance: 0 })
    const { token } = await connectedAgent(emulator, customer.id)
    const headers = { authorization: `Bearer ${token}` }
    for (let turn = 0; turn < 21; turn++) {
      await got(200, 'POST /sandbox/uma/receive', {
        senderUmaAddress: '$success.usd@sandbox.test',
        customerId: customer.id,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 1,
      })
    }
    const page = async (query: string): Promise<unknown> => {
      const { status, body } = await call<{ data?: unknown[] }>(
        `GET /agents/me/transactions${query}`,
        undefined,
        headers,
      )
      return [status, body.data?.length]
    }
    expect(held(account)).toBe(21)
    expect(await page('')).toEqual([200, 20])
    expect(await page('?limit=1')).toEqual([200, 1])
    expect(await page('?limit=100')).toEqual([200, 21])
    expect([await page('?limit=0'), await page('?limit=101')]).toEqual([
      [400, undefined],
      [400, undefined],
    ])
  })

  it('an exchange rate has the smallest and the largest amount in each entry (Exchange rate entry; Limits)', async () => {
    const { data } = await got<{ data: ExchangeRate[] }>(200, 'GET /exchange-rates?sourceCurrency=USD')
    expect(data.length).toBeGreaterThan(1)
    for (const { minSendingAmount, maxSendingAmount } of data) {
      expect(minSendingAmount).toBeGreaterThan(0)
      expect(maxSendingAmount).toBeGreaterThan(minSendingAmount ?? 0)
    }
    expect((await call('GET /exchange-rates?sendingAmount=-1')).status).toBe(400)
  })
})
