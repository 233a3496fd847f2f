import {
  Agent,
  type CreatedAgent,
  type DeviceCode,
  type Page,
  parse,
  type RedeemedDeviceCode,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { agentScene, connectedAgent, openPolicy } from '../../fixtures/agents.js'
import { type Answer, send } from '../../fixtures/client.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { agentRoutes } from './routes.js'

interface Ready {
  readonly emulator: Emulator
  readonly customerId: string
  readonly accountId: string
  readonly create: (changes?: object) => Promise<Answer<CreatedAgent>>
}

async function setUp(): Promise<Ready> {
  const emulator = createEmulator({ clock: steppedClock() })
  const { customer, account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const body = { name: 'Payroll', customerId: customer.id, policy: openPolicy }
  return {
    emulator,
    customerId: customer.id,
    accountId: account.id,
    create: (changes = {}) => send<CreatedAgent>(emulator, 'POST /agents', { body: { ...body, ...changes } }),
  }
}

const redeem = (emulator: Emulator, code: string): Promise<Answer<RedeemedDeviceCode>> =>
  send<RedeemedDeviceCode>(emulator, `POST /agents/device-codes/${code}/redeem`, {
    headers: { authorization: '' },
  })

describe('creating an agent', () => {
  it('creating an agent returns the agent and a device code', async () => {
    const { create, customerId } = await setUp()
    const { status, body } = await create()
    expect([status, parse(Agent, body.agent).ok]).toEqual([201, true])
    expect(body).toMatchObject({
      agent: { name: 'Payroll', customerId, isPaused: false, isConnected: false, policy: openPolicy },
      deviceCode: { agentId: body.agent.id, redeemed: false, expiresAt: '2026-01-01T00:15:00.000Z' },
    })
    expect(body.deviceCode.code).toMatch(/^SERVICE-AGENT-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
  })

  it('a new agent has empty counters that show when they start again', async () => {
    const { create } = await setUp()
    expect((await create()).body.agent.usage).toEqual({
      dailyTransactionCount: 0,
      dailySpend: 0,
      monthlySpend: 0,
      dailyResetDate: '2026-01-02',
      monthlyResetMonth: '2026-02',
    })
  })

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['an empty name', { name: ' ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['no policy', { policy: undefined }],
    ['an unknown permission', { policy: { ...openPolicy, permissions: ['FLY'] } }],
    ['an unknown mode', { policy: { ...openPolicy, defaultExecutionMode: 'MAYBE' } }],
    ['no limit per transaction', { policy: { ...openPolicy, spendingLimits: { currency: 'USD' } } }],
    [
      'a negative limit',
      { policy: { ...openPolicy, spendingLimits: { currency: 'USD', perTransactionLimit: -1 } } },
    ],
    [
      'an unknown currency',
      { policy: { ...openPolicy, spendingLimits: { currency: 'ZZZ', perTransactionLimit: 1 } } },
    ],
    ['a threshold without a currency', { policy: { ...openPolicy, approvalThresholds: { amount: 1 } } }],
    [
      'an account that is not the customer’s',
      { policy: { ...openPolicy, accountRestrictions: { allowedAccountIds: [unknown('InternalAccount')] } } },
    ],
    [
      'a rule for an account that is not the customer’s',
      {
        policy: {
          ...openPolicy,
          accountRestrictions: { accountRules: [{ accountId: unknown('InternalAccount') }] },
        },
      },
    ],
  ])('creating an agent with %s is refused', async (_, changes) => {
    const { create } = await setUp()
    expect((await create(changes)).status).toBe(400)
  })

  it('creating an agent is 404 for an unknown customer and 410 for a deleted one', async () => {
    const { create, emulator, customerId } = await setUp()
    expect((await create({ customerId: unknown('Customer') })).status).toBe(404)
    await send(emulator, `DELETE /customers/${customerId}`)
    expect((await create()).status).toBe(410)
  })
})

describe('device code', () => {
  it('a device code gives an access token without authentication and connects the agent', async () => {
    const { create, emulator } = await setUp()
    const { agent, deviceCode } = (await create()).body
    const { status, body } = await redeem(emulator, deviceCode.code)
    expect([status, body.agentId, body.agentName]).toEqual([200, agent.id, 'Payroll'])
    expect(body.accessToken).toMatch(/^[a-z]+_[0-9a-f]{40}$/)
    const read = await send<Agent>(emulator, `GET /agents/${agent.id}`)
    expect(read.body.isConnected).toBe(true)
    const shown = await send(emulator, `GET /agents/device-codes/${deviceCode.code}/status`)
    expect(shown.body).toEqual({ code: deviceCode.code, redeemed: true })
  })

  it('a device code can be redeemed only once, even by two simultaneous calls', async () => {
    const { create, emulator } = await setUp()
    const { code } = (await create()).body.deviceCode
    const answers = await Promise.all([redeem(emulator, code), redeem(emulator, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await redeem(emulator, code)).status).toBe(400)
  })

  it('a device code expires after exactly fifteen minutes', async () => {
    const { create, emulator } = await setUp()
    const [one, two] = [(await create()).body.deviceCode, (await create()).body.deviceCode]
    await emulator.clock.advance(15 * 60_000 - 1)
    expect((await redeem(emulator, one.code)).status).toBe(200)
    await emulator.clock.advance(1)
    expect((await redeem(emulator, two.code)).status).toBe(400)
  })

  it('a device code is replaced by the next one', async () => {
    const { create, emulator } = await setUp()
    const { agent, deviceCode } = (await create()).body
    const next = await send<DeviceCode>(emulator, `POST /agents/${agent.id}/device-codes`)
    expect([next.status, next.body.redeemed]).toEqual([201, false])
    expect((await redeem(emulator, deviceCode.code)).status).toBe(400)
    expect((await redeem(emulator, next.body.code)).status).toBe(200)
  })

  it('a device code cannot be created for a connected agent: 409', async () => {
    const { emulator, agent } = await agentScene()
    expect((await send(emulator, `POST /agents/${agent.id}/device-codes`)).status).toBe(409)
  })

  it('a device code that does not exist is 404', async () => {
    const { emulator } = await setUp()
    expect((await redeem(emulator, 'SERVICE-AGENT-AAAA-AAAA')).status).toBe(404)
    expect((await send(emulator, 'GET /agents/device-codes/X/status')).status).toBe(404)
  })
})

describe('changing an agent', () => {
  it('changing an agent accepts a name, a pause, or both', async () => {
    const { create, emulator } = await setUp()
    const call = `PATCH /agents/${(await create()).body.agent.id}`
    await emulator.clock.advance(1000)
    const renamed = await send<Agent>(emulator, call, { body: { name: 'Rent' } })
    expect(renamed.body).toMatchObject({
      name: 'Rent',
      isPaused: false,
      updatedAt: '2026-01-01T00:00:01.000Z',
    })
    const paused = await send<Agent>(emulator, call, { body: { isPaused: true } })
    expect(paused.body).toMatchObject({ name: 'Rent', isPaused: true })
  })

  it('changing an agent requires at least one of the two', async () => {
    const { create, emulator } = await setUp()
    const call = `PATCH /agents/${(await create()).body.agent.id}`
    expect((await send(emulator, call, { body: {} })).status).toBe(400)
    expect((await send(emulator, call)).status).toBe(400)
  })
})

describe('changing a policy', () => {
  it('changing a policy keeps fields that are left out, at every level, and replaces a given list as a whole', async () => {
    const { create, emulator, accountId } = await setUp()
    const policy = {
      ...openPolicy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 5, dailyLimit: 7 },
      accountRestrictions: {
        allowedAccountIds: [accountId],
        accountRules: [{ accountId, perTransactionLimit: 3 }],
      },
    }
    const { agent } = (await create({ policy })).body
    const changed = await send<Agent>(emulator, `PATCH /agents/${agent.id}/policy`, {
      body: {
        permissions: ['CREATE_QUOTES'],
        spendingLimits: { dailyLimit: null },
        accountRestrictions: { accountRules: [] },
      },
    })
    expect(changed.body.policy).toEqual({
      permissions: ['CREATE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 5, dailyLimit: null },
      accountRestrictions: { allowedAccountIds: [accountId], accountRules: [] },
    })
  })

  it.each([
    {},
    { permissions: 'ALL' },
    { approvalThresholds: { amount: 1 } },
    { spendingLimits: { currency: 'ZZZ' } },
  ])('changing a policy refuses %j', async (body) => {
    const { create, emulator } = await setUp()
    const { agent } = (await create()).body
    expect((await send(emulator, `PATCH /agents/${agent.id}/policy`, { body })).status).toBe(400)
  })
})

describe('deleting an agent', () => {
  it('deleting an agent invalidates its token, its codes and its actions', async () => {
    const { emulator, agent, as, spend } = await agentScene({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const { id } = (await spend()).body
    expect((await send(emulator, `DELETE /agents/${agent.id}`)).status).toBe(204)
    expect((await as('GET /agents/me')).status).toBe(401)
    expect((await send(emulator, `GET /agents/${agent.id}`)).status).toBe(404)
    expect((await send(emulator, `POST /agents/${agent.id}/actions/${id}/approve`)).status).toBe(404)
    const waiting = await send<Page<unknown>>(emulator, 'GET /agents/approvals')
    expect(waiting.body.totalCount).toBe(0)
  })

  it('deleting an agent invalidates a code that was not redeemed', async () => {
    const { create, emulator } = await setUp()
    const { agent, deviceCode } = (await create()).body
    await send(emulator, `DELETE /agents/${agent.id}`)
    expect((await redeem(emulator, deviceCode.code)).status).toBe(404)
  })
})

describe('list of agents', () => {
  it('the list of agents is filtered and paged, and its dates are inclusive', async () => {
    const { emulator, customerId, create } = await setUp()
    const { agent: first } = (await create()).body
    await emulator.clock.advance(1000)
    const { agent: second } = await connectedAgent(emulator, customerId)
    await send(emulator, `PATCH /agents/${second.id}`, { body: { isPaused: true } })
    const at = '2026-01-01T00:00:01.000Z'
    const cases: [string, string[]][] = [
      ['', [first.id, second.id]],
      [`customerId=${customerId}`, [first.id, second.id]],
      [`customerId=${unknown('Customer')}`, []],
      ['isPaused=true', [second.id]],
      ['isConnected=false', [first.id]],
      [`createdAfter=${at}`, [second.id]],
      [`createdBefore=${first.createdAt}`, [first.id]],
      [`updatedAfter=${at}`, [second.id]],
      [`updatedBefore=${first.createdAt}`, [first.id]],
    ]
    for (const [query, ids] of cases) {
      const { body } = await send<Page<Agent>>(emulator, `GET /agents?${query}`)
      expect([query, body.data.map(({ id }) => id)]).toEqual([query, ids])
    }
    const page = await send<Page<Agent>>(emulator, 'GET /agents?limit=1')
    expect(page.body).toMatchObject({ hasMore: true, totalCount: 2 })
    const rest = await send<Page<Agent>>(emulator, `GET /agents?limit=1&cursor=${page.body.nextCursor}`)
    expect([rest.body.hasMore, 'nextCursor' in rest.body]).toEqual([false, false])
  })

  it.each(['isPaused=yes', 'createdAfter=soon', 'customerId=x', 'limit=0', 'limit=101'])(
    'the list of agents refuses %s',
    async (query) => {
      expect((await send(createEmulator(), `GET /agents?${query}`)).status).toBe(400)
    },
  )
})

describe('unknown agents', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('unknown agents are 404 for %s', async (method) => {
    const { emulator } = await setUp()
    const sent = method === 'PATCH' ? { body: { name: 'x' } } : {}
    expect((await send(emulator, `${method} /agents/${unknown('Agent')}`, sent)).status).toBe(404)
  })
})

it('no call breaks on any input', async () => {
  const { emulator, create, customerId } = await setUp()
  const { agent, deviceCode } = (await create()).body
  await neverBreaks(
    emulator,
    agentRoutes,
    [agent.id, deviceCode.code, customerId],
    [{ name: 'x', customerId, policy: openPolicy }, { name: 'x', isPaused: true }, openPolicy],
  )
})
