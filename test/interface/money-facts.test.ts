/** Facts about payments, customers and agents that no other test shows. @module */
import { describe, expect, it } from 'vitest'
import { agentScene } from '../../emulator/src/fixtures/agents.js'
import { type Answer, send } from '../../emulator/src/fixtures/client.js'
import { type MoneyScene, moneyScene, usdInfo } from '../../emulator/src/fixtures/money.js'
import { customerBy, firmBy } from '../../emulator/src/fixtures/people.js'
import { createEmulator } from '../../emulator/src/index.js'
import type { AgentAction } from '../../src/wire/agent-actions.js'
import { ExternalAccount } from '../../src/wire/external-accounts.js'
import { parse } from '../../src/wire/schema.js'
import type { Transaction } from '../../src/wire/transactions.js'

type List = Answer<{ readonly data: readonly Transaction[] }>

const transactionsOf = (scene: MoneyScene, customerId: string): Promise<List> =>
  send(scene.emulator, `GET /transactions?customerId=${customerId}`)

describe('transactions', () => {
  it('a transaction is the sender’s when it goes out, the recipient’s when it comes in (Transaction)', async () => {
    const scene = await moneyScene()
    await scene.execute((await scene.quote()).body)
    const seen = async (customerId: string): Promise<unknown> =>
      (await transactionsOf(scene, customerId)).body.data.map((one) => [one.type, one.customerId])
    const { dollars, euros } = scene
    expect(await seen(dollars.customerId)).toEqual([['OUTGOING', dollars.customerId]])
    expect(await seen(euros.customerId)).toEqual([['INCOMING', euros.customerId]])
  })

  it('a transaction has an agentId only if an agent initiated it (Transaction)', async () => {
    const { emulator, dollars, euros, agent, quote } = await agentScene()
    const made = await send<{ transactionId: string }>(emulator, 'POST /quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: euros.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_00,
      },
    })
    const of = async (id: string): Promise<Transaction> =>
      (await send<Transaction>(emulator, `GET /transactions/${id}`)).body
    expect('agentId' in (await of(made.body.transactionId))).toBe(false)
    expect((await of((await quote()).transactionId)).agentId).toBe(agent.id)
  })
})

describe('quotes', () => {
  it('a quote is not executed at once unless immediatelyExecute says so (Quote)', async () => {
    const scene = await moneyScene()
    expect([(await scene.quote()).body.status, scene.held()]).toEqual(['PENDING', 1_000_00n])
    expect((await scene.quote({ immediatelyExecute: false })).body.status).toBe('PENDING')
    expect((await scene.quote({ immediatelyExecute: true })).body.status).not.toBe('PENDING')
  })

  it('a quote needs no senderCustomerInfo if the lookup listed no field (Quote)', async () => {
    const scene = await moneyScene()
    const umaAddress = '$success.usd@sandbox.test'
    const { lookupId, requiredPayerDataFields } = await scene.lookUp(umaAddress)
    expect(requiredPayerDataFields).toBeUndefined()
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress }
    expect((await scene.quote({ destination, lookupId })).status).toBe(201)
  })
})

describe('idempotency keys', () => {
  it.each(['in', 'out'])(
    'an Idempotency-Key repeats the answer of a first transfer %s (Quotes and transfers)',
    async (direction) => {
      const scene = await moneyScene()
      const { id } = await scene.external()
      const ends = direction === 'out' ? [scene.dollars.id, id] : [id, scene.dollars.id]
      const [source, destination] = ends.map((accountId) => ({ accountId }))
      const sent = { body: { source, destination, amount: 1_00 }, headers: { 'Idempotency-Key': 'one' } }
      const first = await send<Transaction>(scene.emulator, `POST /transfer-${direction}`, sent)
      const second = await send<Transaction>(scene.emulator, `POST /transfer-${direction}`, sent)
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect((await transactionsOf(scene, scene.dollars.customerId)).body.data).toHaveLength(1)
    },
  )
})

describe('external accounts', () => {
  it('an external account is ACTIVE from the start, and not a default deposit account unless it says so (ExternalAccount)', async () => {
    const { external } = await moneyScene()
    const made = await external()
    expect([made.status, made.defaultUmaDepositAccount]).toEqual(['ACTIVE', false])
  })

  it.each(['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'])(
    'an external account is read with status %s (ExternalAccount)',
    async (status) => {
      const { external } = await moneyScene()
      expect(parse(ExternalAccount, { ...(await external()), status }).ok).toBe(true)
    },
  )
})

describe('customers', () => {
  it.each(['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'])(
    'a customer may have the kycStatus %s (Customer and Verification)',
    async (kycStatus) => {
      const emulator = createEmulator()
      expect(await customerBy(emulator, { kycStatus })).toMatchObject({ kycStatus, isDeleted: false })
    },
  )
})

describe('verifications', () => {
  it.each([
    'RESOLVE_ERRORS',
    'PENDING_MANUAL_REVIEW',
    'IN_PROGRESS',
    'APPROVED',
    'REJECTED',
    'READY_FOR_VERIFICATION',
  ])('verifications may be filtered by the state %s (Customer and Verification)', async (state) => {
    const emulator = createEmulator()
    const { id: customerId } = await firmBy(emulator, '1')
    await send(emulator, 'POST /verifications', { body: { customerId } })
    const { status, body } = await send<{ data: unknown[] }>(
      emulator,
      `GET /verifications?verificationStatus=${state}`,
    )
    expect([status, body.data.length]).toEqual([200, state === 'APPROVED' ? 1 : 0])
  })
})

describe('actions of agents', () => {
  it.each(['002', '003', '004'])(
    'an agent’s action fails if its transfer fails as with suffix %s, and does not count as spending (AgentAction status)',
    async (suffix) => {
      const { emulator, as, dollars, customerId, agent } = await agentScene()
      const body = { currency: 'USD', customerId, accountInfo: usdInfo(suffix) }
      const bank = await send<ExternalAccount>(emulator, 'POST /customers/external-accounts', { body })
      const transfer = {
        source: { accountId: dollars.id },
        destination: { accountId: bank.body.id },
        amount: 25_00,
      }
      const { body: action } = await as<AgentAction>('POST /agents/me/transfer-out', { body: transfer })
      expect([action.status, action.transaction !== undefined]).toEqual(['FAILED', true])
      expect((await send(emulator, `GET /agents/${agent.id}`)).body).toMatchObject({
        usage: { dailySpend: 0 },
      })
    },
  )
})
