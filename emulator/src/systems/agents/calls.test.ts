import type {
  Agent,
  AgentAction,
  AgentPermission,
  ExternalAccount,
  InternalAccount,
  Page,
  Quote,
  Transaction,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type AgentScene, agentScene, connectedAgent, openPolicy, seenBy } from '../../fixtures/agents.js'
import { send } from '../../fixtures/client.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { agentCallRoutes } from './call-routes.js'

const accountBody = (accountNumber: string, more: object = {}): object => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  },
  ...more,
})

async function bank(scene: AgentScene, accountNumber = '000111'): Promise<ExternalAccount> {
  const body = accountBody(accountNumber)
  return (await scene.as<ExternalAccount>('POST /agents/me/external-accounts', { body })).body
}

const without = (missing: AgentPermission): { permissions: AgentPermission[] } => ({
  permissions: openPolicy.permissions.filter((permission) => permission !== missing),
})

describe('a customer who authorizes payments', () => {
  it('the execution by an agent waits for the customer, who gets one code', async () => {
    const { emulator, customerId, quote, as, dollars } = await agentScene()
    const { customer } = await emulator.provision({ customerId, sca: { challenges: 1 } })
    const { id } = await quote()
    const executed = await as<AgentAction>(`POST /agents/me/quotes/${id}/execute`)
    expect([executed.body.status, emulator.inbox.all().length]).toEqual(['APPROVED', 1])
    expect((await as<Quote>(`GET /agents/me/quotes/${id}`)).body.status).toBe('PENDING_AUTHORIZATION')
    expect(emulator.ledger.balance(dollars.id, 'USD')).toBe(10_000_00n)
    const code = emulator.inbox.latest(customer.phoneNumber ?? '')?.otp
    const released = await send<Quote>(emulator, `POST /quotes/${id}/authorize`, { body: { code } })
    expect(released.body.status).toBe('COMPLETED')
  })
})

describe('access token', () => {
  it('an access token is required for the calls of an agent', async () => {
    const { as, agent } = await agentScene()
    expect((await as<Agent>('GET /agents/me')).body.id).toBe(agent.id)
  })

  it.each([
    ['none', ''],
    ['an unknown one', `Bearer sat_${'0'.repeat(40)}`],
    ['an empty one', 'Bearer '],
    ['one of another scheme', 'Token x'],
  ])('%s as access token is 401', async (_, authorization) => {
    const { emulator } = await agentScene()
    expect(await send(emulator, 'GET /agents/me', { headers: { authorization } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })

  it('an access token is refused for the platform’s calls, and the platform’s API token for an agent’s calls', async () => {
    const { emulator, as } = await agentScene()
    expect((await as('GET /agents')).status).toBe(401)
    expect((await send(emulator, 'GET /agents/me')).status).toBe(401)
  })
})

describe('permissions', () => {
  it.each<[AgentPermission, string, unknown]>([
    ['VIEW_TRANSACTIONS', 'GET /agents/me/transactions', undefined],
    ['VIEW_TRANSACTIONS', `GET /agents/me/transactions/${unknown('Transaction')}`, undefined],
    ['EXECUTE_QUOTES', `POST /agents/me/quotes/${unknown('Quote')}/execute`, undefined],
    ['MANAGE_EXTERNAL_ACCOUNTS', 'POST /agents/me/external-accounts', accountBody('000111')],
    [
      'MANAGE_EXTERNAL_ACCOUNTS',
      `DELETE /agents/me/external-accounts/${unknown('ExternalAccount')}`,
      undefined,
    ],
    [
      'CREATE_TRANSFERS',
      'POST /agents/me/transfer-out',
      {
        source: { accountId: unknown('InternalAccount') },
        destination: { accountId: unknown('ExternalAccount') },
        amount: 1,
      },
    ],
    [
      'CREATE_TRANSFERS',
      'POST /agents/me/transfer-in',
      {
        source: { accountId: unknown('ExternalAccount') },
        destination: { accountId: unknown('InternalAccount') },
        amount: 1,
      },
    ],
  ])('the permission %s is needed for %s', async (permission, call, body) => {
    const sent = body === undefined ? {} : { body }
    const lacking = await agentScene(without(permission))
    expect(await lacking.as(call, sent)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const having = await agentScene()
    expect((await having.as(call, sent)).status).not.toBe(403)
  })

  it('the permission CREATE_QUOTES is needed to create a quote', async () => {
    const scene = await agentScene(without('CREATE_QUOTES'))
    await expect(scene.quote()).rejects.toThrow('FORBIDDEN')
  })
})

describe('quotes of an agent', () => {
  it('quotes of an agent belong to its customer, and their transaction names the agent as initiator', async () => {
    const { quote, as, emulator, agent, customerId } = await agentScene()
    const created = await quote()
    expect(created.source.customerId).toBe(customerId)
    expect((await as<Quote>(`GET /agents/me/quotes/${created.id}`)).body).toEqual(created)
    const { body } = await send<Transaction>(emulator, `GET /transactions/${created.transactionId}`)
    expect(body.agentId).toBe(agent.id)
  })

  it('quotes of an agent accept only accounts of its customer', async () => {
    const { quote, emulator } = await agentScene()
    const other = (await emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 100_00 })).account
    await expect(quote(1_00, { source: { sourceType: 'ACCOUNT', accountId: other.id } })).rejects.toThrow(
      'FORBIDDEN',
    )
    await expect(
      quote(1_00, { destination: { destinationType: 'ACCOUNT', accountId: other.id } }),
    ).rejects.toThrow('FORBIDDEN')
    await expect(
      quote(1_00, { source: { sourceType: 'ACCOUNT', accountId: unknown('InternalAccount') } }),
    ).rejects.toThrow('404')
  })

  it('quotes of an agent refuse the id of another customer', async () => {
    const { quote, dollars } = await agentScene()
    const source = { sourceType: 'ACCOUNT', accountId: dollars.id, customerId: unknown('Customer') }
    await expect(quote(1_00, { source })).rejects.toThrow('FORBIDDEN')
  })

  it('quotes of an agent of another customer are not found', async () => {
    const { quote, emulator } = await agentScene()
    const { customer } = await emulator.provision()
    const { token } = await connectedAgent(emulator, customer.id)
    const { id } = await quote()
    const headers = { authorization: `Bearer ${token}` }
    expect((await send(emulator, `GET /agents/me/quotes/${id}`, { headers })).status).toBe(404)
    expect((await send(emulator, `POST /agents/me/quotes/${id}/execute`, { headers })).status).toBe(404)
  })

  it('quotes of an agent are executed at once with immediatelyExecute', async () => {
    const { quote, emulator, dollars, as } = await agentScene()
    await quote(100_00, { immediatelyExecute: true })
    expect(emulator.ledger.balance(dollars.id, 'USD')).toBe(9_900_00n)
    expect((await as<Page<AgentAction>>('GET /agents/me/actions')).body.data).toMatchObject([
      { status: 'APPROVED' },
    ])
  })

  it('quotes of an agent wait for approval if the policy requires it, with or without immediatelyExecute', async () => {
    const { quote, emulator, dollars, as } = await agentScene({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    expect((await quote(100_00, { immediatelyExecute: true })).status).toBe('PENDING')
    expect(emulator.ledger.balance(dollars.id, 'USD')).toBe(10_000_00n)
    expect((await as<Page<AgentAction>>('GET /agents/me/actions')).body.data).toMatchObject([
      { status: 'PENDING_APPROVAL' },
    ])
  })

  it('quotes of an agent are executed at once only with EXECUTE_QUOTES, and only from an account without a wallet', async () => {
    const scene = await agentScene(without('EXECUTE_QUOTES'))
    await expect(scene.quote(1_00, { immediatelyExecute: true })).rejects.toThrow('FORBIDDEN')
    const other = await agentScene()
    const { account } = await other.emulator.provision({ customerId: other.customerId, balance: 1_000_000 })
    const source = { sourceType: 'ACCOUNT', accountId: account.id }
    await expect(other.quote(1_00, { source, immediatelyExecute: true })).rejects.toThrow(
      'immediatelyExecute',
    )
  })

  it('quotes of an agent that are executed or expired are 409', async () => {
    const { quote, as, spend, emulator } = await agentScene()
    const { body } = await spend()
    expect((await as(`POST /agents/me/quotes/${body.quote?.id}/execute`)).status).toBe(409)
    const { id } = await quote()
    await emulator.clock.advance(5 * 60_000)
    expect((await as(`POST /agents/me/quotes/${id}/execute`)).status).toBe(409)
  })

  it('quotes of an agent honour an Idempotency-Key, which does not collide with that of another agent', async () => {
    const { as, emulator, customerId, dollars, euros } = await agentScene()
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: dollars.id },
      destination: { destinationType: 'ACCOUNT', accountId: euros.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100_00,
    }
    const key = { 'Idempotency-Key': 'k' }
    const first = await as<Quote>('POST /agents/me/quotes', { body, headers: key })
    expect((await as<Quote>('POST /agents/me/quotes', { body, headers: key })).body).toEqual(first.body)
    const { token } = await connectedAgent(emulator, customerId)
    const headers = { ...key, authorization: `Bearer ${token}` }
    const other = await send<Quote>(emulator, 'POST /agents/me/quotes', { body, headers })
    expect([other.status, other.body.id === first.body.id]).toEqual([201, false])
  })
})

describe('actions of an agent', () => {
  it('actions of an agent are listed newest first, filtered by status, and can be read individually', async () => {
    const scene = await agentScene({ approvalThresholds: { currency: 'USD', amount: 50_00 } })
    const [small, large] = [(await scene.spend(10_00)).body, (await scene.spend(60_00)).body]
    const list = async (query: string): Promise<string[]> =>
      (await scene.as<Page<AgentAction>>(`GET /agents/me/actions?${query}`)).body.data.map(({ id }) => id)
    expect(await list('')).toEqual([large.id, small.id])
    expect(await list('status=PENDING_APPROVAL')).toEqual([large.id])
    expect(await list('status=REJECTED')).toEqual([])
    expect(await list('limit=1')).toEqual([large.id])
    expect((await scene.as<AgentAction>(`GET /agents/me/actions/${small.id}`)).body).toEqual(small)
  })

  it('actions of one agent are not found by another', async () => {
    const scene = await agentScene()
    const { id } = (await scene.spend()).body
    const { token } = await connectedAgent(scene.emulator, scene.customerId)
    const headers = { authorization: `Bearer ${token}` }
    expect((await send(scene.emulator, `GET /agents/me/actions/${id}`, { headers })).status).toBe(404)
    const { body } = await send<Page<AgentAction>>(scene.emulator, 'GET /agents/me/actions', { headers })
    expect(body.totalCount).toBe(0)
  })
})

describe('transfers of an agent', () => {
  it('transfers of an agent are sent as an action with its details and its transaction, but without a quote', async () => {
    const scene = await agentScene()
    const { id } = await bank(scene)
    const { status, body } = await scene.as<AgentAction>('POST /agents/me/transfer-out', {
      body: { source: { accountId: scene.dollars.id }, destination: { accountId: id }, amount: 25_00 },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'TRANSFER_OUT',
      status: 'APPROVED',
      transferDetails: {
        amount: 25_00,
        currency: 'USD',
        sourceAccountId: scene.dollars.id,
        destinationAccountId: id,
      },
      transaction: { type: 'OUTGOING', agentId: scene.agent.id },
    })
    expect('quote' in body).toBe(false)
    const { ledger } = scene.emulator
    expect([ledger.balance(scene.dollars.id, 'USD'), ledger.balanced()]).toEqual([9_975_00n, true])
  })

  it('transfers of an agent are received as an action', async () => {
    const scene = await agentScene()
    const { id } = await bank(scene)
    const { status, body } = await scene.as<AgentAction>('POST /agents/me/transfer-in', {
      body: { source: { accountId: id }, destination: { accountId: scene.dollars.id }, amount: 25_00 },
    })
    expect([status, body.type, body.status, body.transaction?.type]).toEqual([
      201,
      'TRANSFER_IN',
      'APPROVED',
      'INCOMING',
    ])
    const { ledger } = scene.emulator
    expect([ledger.balance(scene.dollars.id, 'USD'), ledger.balanced()]).toEqual([10_025_00n, true])
  })

  it('transfers of an agent wait for approval and are executed when approved', async () => {
    const scene = await agentScene({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const { id } = await bank(scene)
    const { body } = await scene.as<AgentAction>('POST /agents/me/transfer-out', {
      body: { source: { accountId: scene.dollars.id }, destination: { accountId: id }, amount: 25_00 },
    })
    expect([body.status, 'transaction' in body]).toEqual(['PENDING_APPROVAL', false])
    const approved = await send<AgentAction>(
      scene.emulator,
      `POST /agents/${scene.agent.id}/actions/${body.id}/approve`,
    )
    expect(approved.body).toMatchObject({ status: 'APPROVED', transaction: { status: 'COMPLETED' } })
    expect(scene.emulator.ledger.balance(scene.dollars.id, 'USD')).toBe(9_975_00n)
  })

  it('transfers of an agent become FAILED if their payment fails, at once or later', async () => {
    const scene = await agentScene()
    const out = async (number: string): Promise<AgentAction> => {
      const destination = { accountId: (await bank(scene, number)).id }
      const body = { source: { accountId: scene.dollars.id }, destination, amount: 25_00 }
      return (await scene.as<AgentAction>('POST /agents/me/transfer-out', { body })).body
    }
    expect((await out('123002')).status).toBe('FAILED')
    const late = await out('123005')
    expect(late.status).toBe('APPROVED')
    await scene.emulator.clock.advance(30_000)
    expect((await scene.as<AgentAction>(`GET /agents/me/actions/${late.id}`)).body.status).toBe('FAILED')
    const { ledger } = scene.emulator
    expect([ledger.balance(scene.dollars.id, 'USD'), ledger.balanced()]).toEqual([10_000_00n, true])
  })

  it('transfers of an agent refuse an embedded wallet as source, other currencies and other customers', async () => {
    const scene = await agentScene()
    const destination = { accountId: (await bank(scene)).id }
    const wallet = (await scene.emulator.provision({ customerId: scene.customerId })).account
    const other = (await scene.emulator.provision({ accountType: 'INTERNAL_FIAT' })).account
    const out = async (accountId: string): Promise<number> =>
      (
        await scene.as('POST /agents/me/transfer-out', {
          body: { source: { accountId }, destination, amount: 1 },
        })
      ).status
    const spark = await scene.as<ExternalAccount>('POST /agents/me/external-accounts', {
      body: { currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address: 'spark1abc' } },
    })
    expect(spark.status).toBe(201)
    const fromWallet = {
      source: { accountId: wallet.id },
      destination: { accountId: spark.body.id },
      amount: 1,
    }
    expect(await scene.as('POST /agents/me/transfer-out', { body: fromWallet })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
    expect(await out(scene.euros.id)).toBe(400)
    expect(await out(other.id)).toBe(403)
    expect(await out(unknown('InternalAccount'))).toBe(404)
  })

  it('transfers of an agent fail if the balance is too low', async () => {
    const scene = await agentScene({ spendingLimits: { currency: 'USD', perTransactionLimit: 90_000_00 } })
    const destination = { accountId: (await bank(scene)).id }
    const { body } = await scene.as<AgentAction>('POST /agents/me/transfer-out', {
      body: { source: { accountId: scene.dollars.id }, destination, amount: 10_000_01 },
    })
    expect([body.status, scene.emulator.ledger.balanced()]).toEqual(['FAILED', true])
  })
})

describe('transactions that an agent sees', () => {
  it('transactions that an agent sees are those of its customer, filtered, with inclusive dates, in pages, newest first', async () => {
    const scene = await agentScene()
    const at = scene.emulator.clock.now()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.push((await scene.quote()).transactionId)
      await scene.emulator.clock.advance(1000)
    }
    const list = async (query: string): Promise<Page<Transaction>> =>
      (await scene.as<Page<Transaction>>(`GET /agents/me/transactions?${query}`)).body
    expect((await list('')).data.map(({ id }) => id)).toEqual([...ids].reverse())
    expect((await list('sortOrder=asc')).data.map(({ id }) => id)).toEqual(ids)
    const first = await list('limit=2')
    expect([first.hasMore, first.totalCount, first.data.length]).toEqual([true, 3, 2])
    const last = await list(`limit=2&cursor=${first.nextCursor}`)
    expect([last.hasMore, 'nextCursor' in last, last.data.map(({ id }) => id)]).toEqual([
      false,
      false,
      [ids[0]],
    ])
    const second = new Date(at + 1000).toISOString()
    const reference = first.data[0]?.reconciliationInstructions?.reference
    const counts: [string, number][] = [
      [`accountIdentifier=${scene.euros.id}`, 3],
      [`senderAccountIdentifier=${scene.euros.id}`, 0],
      [`senderAccountIdentifier=${scene.dollars.id}`, 3],
      [`receiverAccountIdentifier=${scene.euros.id}`, 3],
      ['status=PENDING', 3],
      ['status=COMPLETED', 0],
      ['type=OUTGOING', 3],
      ['type=INCOMING', 0],
      [`reference=${reference}`, 1],
      [`startDate=${second}`, 2],
      [`endDate=${second}`, 2],
    ]
    for (const [query, count] of counts)
      expect([query, (await list(query)).totalCount]).toEqual([query, count])
    expect((await scene.as<Transaction>(`GET /agents/me/transactions/${ids[0]}`)).body.id).toBe(ids[0])
  })

  it('transactions that an agent sees have 20 on a page by default', async () => {
    const scene = await agentScene()
    for (let i = 0; i < 21; i++) await scene.quote(1_00)
    const { body } = await scene.as<Page<Transaction>>('GET /agents/me/transactions')
    expect([body.data.length, body.totalCount]).toEqual([20, 21])
  })

  it('transactions that an agent sees exclude those of other customers', async () => {
    const scene = await agentScene()
    const { transactionId } = await scene.quote()
    const { customer } = await scene.emulator.provision()
    const { token } = await connectedAgent(scene.emulator, customer.id)
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await send<Page<Transaction>>(scene.emulator, 'GET /agents/me/transactions', { headers })
    expect(body.totalCount).toBe(0)
    const one = await send(scene.emulator, `GET /agents/me/transactions/${transactionId}`, { headers })
    expect(one.status).toBe(404)
  })

  it.each(['limit=0', 'limit=101', 'status=NONE', 'type=BOTH', 'sortOrder=up', 'startDate=soon', 'cursor=x'])(
    'transactions that an agent sees refuse %s',
    async (query) => {
      const { as } = await agentScene()
      expect((await as(`GET /agents/me/transactions?${query}`)).status).toBe(400)
    },
  )
})

describe('accounts that an agent sees', () => {
  it('accounts that an agent sees are the allowed internal accounts of its customer', async () => {
    const scene = await agentScene()
    await scene.emulator.provision()
    const list = async (query = ''): Promise<string[]> =>
      (await scene.as<Page<InternalAccount>>(`GET /agents/me/internal-accounts?${query}`)).body.data.map(
        ({ id }) => id,
      )
    expect(await list()).toEqual([scene.dollars.id, scene.euros.id])
    expect(await list('currency=EUR')).toEqual([scene.euros.id])
    await send(scene.emulator, `PATCH /agents/${scene.agent.id}/policy`, {
      body: { accountRestrictions: { allowedAccountIds: [scene.dollars.id] } },
    })
    expect(await list()).toEqual([scene.dollars.id])
  })

  it('accounts that an agent sees include its customer’s external accounts, which it can create and delete', async () => {
    const scene = await agentScene()
    const created = await bank(scene)
    expect(created.customerId).toBe(scene.customerId)
    const path = `/agents/me/external-accounts/${created.id}`
    expect((await scene.as<ExternalAccount>(`GET ${path}`)).body).toEqual(created)
    const { body } = await scene.as<Page<ExternalAccount>>('GET /agents/me/external-accounts?currency=USD')
    expect(body.data).toEqual([created])
    expect((await scene.as(`DELETE ${path}`)).status).toBe(204)
    expect((await scene.as(`GET ${path}`)).status).toBe(404)
  })

  it('accounts that an agent sees exclude those of other customers', async () => {
    const scene = await agentScene()
    const { id } = await bank(scene)
    const { customer } = await scene.emulator.provision()
    const { token } = await connectedAgent(scene.emulator, customer.id)
    const headers = { authorization: `Bearer ${token}` }
    for (const method of ['GET', 'DELETE']) {
      const answer = await send(scene.emulator, `${method} /agents/me/external-accounts/${id}`, { headers })
      expect(answer.status).toBe(404)
    }
    const body = accountBody('000222', { customerId: scene.customerId })
    const foreign = await send(scene.emulator, 'POST /agents/me/external-accounts', { body, headers })
    expect(foreign.status).toBe(403)
  })
})

it('no call breaks on any input', async () => {
  const scene = await agentScene()
  const quote = await scene.quote()
  const external = await bank(scene)
  const known = [quote.id, quote.transactionId, external.id, scene.dollars.id]
  const end = (accountId: string): object => ({ accountId })
  const bodies = [
    { source: end(scene.dollars.id), destination: end(external.id), amount: 1 },
    { source: end(external.id), destination: end(scene.dollars.id), amount: 1 },
    {
      source: { sourceType: 'ACCOUNT', accountId: scene.dollars.id },
      destination: { destinationType: 'ACCOUNT', accountId: scene.euros.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100,
    },
    accountBody('1'),
  ]
  await neverBreaks(seenBy(scene.authorization, scene.emulator), agentCallRoutes, known, bodies)
  expect(scene.emulator.ledger.balanced()).toBe(true)
})
