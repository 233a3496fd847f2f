import {
  type Agent,
  AgentAction,
  type AgentPolicy,
  type InternalAccount,
  type Page,
  parse,
  type Quote,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type AgentScene, agentScene, connectedAgent, openPolicy } from '../../fixtures/agents.js'
import { type Answer, type Refused, send, signInByMail } from '../../fixtures/client.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { agentRoutes } from './routes.js'

const limits = (more: object): Partial<AgentPolicy> => ({
  spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_00, ...more },
})
const waits: Partial<AgentPolicy> = { defaultExecutionMode: 'APPROVAL_REQUIRED' }
const decide = (
  { emulator, agent }: Pick<AgentScene, 'emulator' | 'agent'>,
  id: string,
  what: 'approve' | 'reject',
  body?: object,
): Promise<Answer<AgentAction & Refused>> =>
  send(emulator, `POST /agents/${agent.id}/actions/${id}/${what}`, body ? { body } : {})
const usage = async ({ emulator, agent }: AgentScene): Promise<Agent['usage']> =>
  (await send<Agent>(emulator, `GET /agents/${agent.id}`)).body.usage
const held = ({ emulator, dollars }: AgentScene): bigint => emulator.ledger.balance(dollars.id, 'USD')

describe('action in mode AUTO', () => {
  it('an action in mode AUTO is approved at once, with its quote and its transaction, and moves the money', async () => {
    const scene = await agentScene()
    const { status, body } = await scene.spend()
    expect([status, parse(AgentAction, body).ok]).toEqual([200, true])
    expect(body).toMatchObject({
      status: 'APPROVED',
      type: 'EXECUTE_QUOTE',
      agentId: scene.agent.id,
      customerId: scene.customerId,
      quote: { totalSendingAmount: 100_00 },
      transaction: { type: 'OUTGOING', agentId: scene.agent.id },
    })
    expect('rejectionReason' in body || 'transferDetails' in body).toBe(false)
    expect([held(scene), scene.emulator.ledger.balanced()]).toEqual([9_900_00n, true])
  })

  it('an action in mode AUTO fails if the balance is too low, and moves nothing', async () => {
    const scene = await agentScene(limits({ perTransactionLimit: 90_000_00 }))
    const { body } = await scene.spend(10_000_01)
    expect(body).toMatchObject({ status: 'FAILED' })
    expect('transaction' in body).toBe(false)
    expect([held(scene), scene.emulator.ledger.balanced()]).toEqual([10_000_00n, true])
    expect((await usage(scene)).dailySpend).toBe(0)
  })
})

describe('action that needs approval', () => {
  it('an action that needs approval waits without a transaction and moves nothing', async () => {
    const scene = await agentScene(waits)
    const { status, body } = await scene.spend()
    expect([status, body.status]).toEqual([200, 'PENDING_APPROVAL'])
    expect('transaction' in body || 'rejectionReason' in body).toBe(false)
    expect(held(scene)).toBe(10_000_00n)
  })

  it('an action that needs approval is executed when it is approved, and only then has a transaction', async () => {
    const scene = await agentScene(waits)
    const { id } = (await scene.spend()).body
    const { status, body } = await decide(scene, id, 'approve')
    expect([status, body.status, body.transaction?.agentId]).toEqual([200, 'APPROVED', scene.agent.id])
    expect([held(scene), scene.emulator.ledger.balanced()]).toEqual([9_900_00n, true])
  })

  it('an action that needs approval becomes FAILED if its quote has expired when it is approved', async () => {
    const scene = await agentScene(waits)
    const { id } = (await scene.spend()).body
    await scene.emulator.clock.advance(5 * 60_000)
    const { status, body } = await decide(scene, id, 'approve')
    expect([status, body.status, body.quote?.status]).toEqual([200, 'FAILED', 'EXPIRED'])
    expect(held(scene)).toBe(10_000_00n)
  })

  it('an action that needs approval becomes FAILED if the balance is too low when it is approved', async () => {
    const scene = await agentScene({ ...waits, ...limits({ perTransactionLimit: 90_000_00 }) })
    const { id } = (await scene.spend(20_000_00)).body
    expect((await decide(scene, id, 'approve')).body.status).toBe('FAILED')
    expect([held(scene), scene.emulator.ledger.balanced()]).toEqual([10_000_00n, true])
  })

  it('an action that needs approval is not executed after a rejection, and only then has a reason', async () => {
    const scene = await agentScene(waits)
    const { id } = (await scene.spend()).body
    const { status, body } = await decide(scene, id, 'reject', { reason: 'Too early' })
    expect([status, body.status, body.rejectionReason]).toEqual([200, 'REJECTED', 'Too early'])
    expect('transaction' in body).toBe(false)
    expect(held(scene)).toBe(10_000_00n)
  })

  it('an action that needs approval can be rejected without a body', async () => {
    const scene = await agentScene(waits)
    const { body } = await decide(scene, (await scene.spend()).body.id, 'reject')
    expect([body.status, typeof body.rejectionReason]).toEqual(['REJECTED', 'string'])
  })

  it.each(['approve', 'reject'] as const)(
    'an action that needs approval is decided only once: a later %s is 409',
    async (what) => {
      const scene = await agentScene(waits)
      for (const first of ['approve', 'reject'] as const) {
        const { id } = (await scene.spend()).body
        await decide(scene, id, first)
        expect(await decide(scene, id, what)).toMatchObject({ status: 409 })
      }
      expect(scene.emulator.ledger.balanced()).toBe(true)
    },
  )

  it('an action that needs approval is not found under another agent', async () => {
    const scene = await agentScene(waits)
    const { id } = (await scene.spend()).body
    const { agent } = await connectedAgent(scene.emulator, scene.customerId)
    expect((await decide({ ...scene, agent }, id, 'approve')).status).toBe(404)
    expect((await decide(scene, unknown('AgentAction'), 'reject')).status).toBe(404)
  })

  it('an action that needs approval blocks a second execution of its quote: 409', async () => {
    const scene = await agentScene(waits)
    const { quote } = (await scene.spend()).body
    expect((await scene.as(`POST /agents/me/quotes/${quote?.id}/execute`)).status).toBe(409)
  })
})

describe('list of approvals', () => {
  it('the list of approvals contains the waiting actions, newest first, filtered, with inclusive dates', async () => {
    const scene = await agentScene(waits)
    const one = (await scene.spend()).body
    await scene.emulator.clock.advance(1000)
    const two = (await scene.spend()).body
    const done = (await scene.spend()).body
    await decide(scene, done.id, 'reject')
    const cases: [string, string[]][] = [
      ['', [two.id, one.id]],
      ['sortOrder=asc', [one.id, two.id]],
      [`agentId=${scene.agent.id}`, [two.id, one.id]],
      [`agentId=${unknown('Agent')}`, []],
      [`customerId=${scene.customerId}`, [two.id, one.id]],
      [`customerId=${unknown('Customer')}`, []],
      [`startDate=${two.createdAt}`, [two.id]],
      [`endDate=${one.createdAt}`, [one.id]],
      ['limit=1', [two.id]],
    ]
    for (const [query, ids] of cases) {
      const { body } = await send<Page<AgentAction>>(scene.emulator, `GET /agents/approvals?${query}`)
      expect([query, body.data.map(({ id }) => id)]).toEqual([query, ids])
    }
  })
})

describe('limits', () => {
  const passed = { status: 403, body: { code: 'VELOCITY_LIMIT_EXCEEDED' } }

  it('a limit per transaction can be reached but not exceeded', async () => {
    const scene = await agentScene(limits({ perTransactionLimit: 100_00 }))
    expect((await scene.spend(100_00)).status).toBe(200)
    expect(await scene.spend(100_01)).toMatchObject(passed)
  })

  it('a limit per day can be reached but not exceeded, and starts again at midnight', async () => {
    const scene = await agentScene(limits({ dailyLimit: 150_00 }))
    expect((await scene.spend(100_00)).status).toBe(200)
    expect(await scene.spend(50_01)).toMatchObject(passed)
    expect((await scene.spend(50_00)).status).toBe(200)
    await scene.emulator.clock.advance(24 * 60 * 60_000 - 1)
    expect(await scene.spend(1_00)).toMatchObject(passed)
    await scene.emulator.clock.advance(1)
    expect((await scene.spend(150_00)).status).toBe(200)
  })

  it('a limit on the number of transactions per day applies, and starts again at midnight', async () => {
    const scene = await agentScene(limits({ dailyTransactionLimit: 1 }))
    expect((await scene.spend()).status).toBe(200)
    expect(await scene.spend()).toMatchObject(passed)
    await scene.emulator.clock.advance(24 * 60 * 60_000)
    expect((await scene.spend()).status).toBe(200)
  })

  it('a limit per month can be reached but not exceeded, and starts again with the month', async () => {
    const scene = await agentScene(limits({ monthlyLimit: 150_00 }))
    expect((await scene.spend(100_00)).status).toBe(200)
    await scene.emulator.clock.advance(30 * 24 * 60 * 60_000)
    expect(await scene.spend(50_01)).toMatchObject(passed)
    await scene.emulator.clock.advance(24 * 60 * 60_000)
    expect((await scene.spend(150_00)).status).toBe(200)
  })

  it('a limit of null does not apply', async () => {
    const scene = await agentScene(limits({ dailyLimit: null, monthlyLimit: null }))
    expect((await scene.spend()).status).toBe(200)
  })

  it('limits in another currency are converted at the current rate', async () => {
    // 100.00 USD are 92.60 EUR, rounded up.
    const scene = await agentScene({ spendingLimits: { currency: 'EUR', perTransactionLimit: 92_59 } })
    expect(await scene.spend(100_00)).toMatchObject(passed)
    expect((await scene.spend(99_99)).status).toBe(200)
    expect((await usage(scene)).dailySpend).toBe(92_59)
  })

  it('limits of an account replace the policy’s own limit', async () => {
    const scene = await agentScene(limits({ perTransactionLimit: 10_00 }))
    const path = `PATCH /agents/${scene.agent.id}/policy`
    const rule = (perTransactionLimit: number | null): object => ({
      accountRestrictions: { accountRules: [{ accountId: scene.dollars.id, perTransactionLimit }] },
    })
    await send(scene.emulator, path, { body: rule(20_00) })
    expect((await scene.spend(20_00)).status).toBe(200)
    expect(await scene.spend(20_01)).toMatchObject(passed)
    await send(scene.emulator, path, { body: rule(null) })
    expect(await scene.spend(10_01)).toMatchObject(passed)
  })

  it('limits count waiting actions, but not rejected ones', async () => {
    const scene = await agentScene({ ...waits, ...limits({ dailyLimit: 100_00 }) })
    const { id } = (await scene.spend(100_00)).body
    expect(await usage(scene)).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 100_00,
      monthlySpend: 100_00,
    })
    expect(await scene.spend(1_00)).toMatchObject(passed)
    await decide(scene, id, 'reject')
    expect(await usage(scene)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 })
    expect((await scene.spend(1_00)).status).toBe(200)
  })
})

describe('counters', () => {
  it('the counters of an agent start again with the day and with the month', async () => {
    const scene = await agentScene()
    await scene.spend(100_00)
    expect(await usage(scene)).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 100_00,
      monthlySpend: 100_00,
    })
    await scene.emulator.clock.advance(24 * 60 * 60_000)
    expect(await usage(scene)).toEqual({
      dailyTransactionCount: 0,
      dailySpend: 0,
      monthlySpend: 100_00,
      dailyResetDate: '2026-01-03',
      monthlyResetMonth: '2026-02',
    })
    await scene.emulator.clock.advance(30 * 24 * 60 * 60_000)
    expect(await usage(scene)).toMatchObject({
      monthlySpend: 0,
      dailyResetDate: '2026-02-02',
      monthlyResetMonth: '2026-03',
    })
  })
})

describe('approval', () => {
  it('approval of an action is needed only above the threshold, also in mode AUTO', async () => {
    const scene = await agentScene({ approvalThresholds: { currency: 'USD', amount: 100_00 } })
    expect((await scene.spend(100_00)).body.status).toBe('APPROVED')
    expect((await scene.spend(100_01)).body.status).toBe('PENDING_APPROVAL')
  })

  it('approval of an action is not needed for a threshold of null', async () => {
    const scene = await agentScene({ approvalThresholds: { currency: 'USD', amount: null } })
    expect((await scene.spend()).body.status).toBe('APPROVED')
  })

  it('approval of an action depends on the rule of the account before the default mode', async () => {
    const scene = await agentScene(waits)
    const rule = { accountId: scene.dollars.id, executionMode: 'AUTO' }
    await send(scene.emulator, `PATCH /agents/${scene.agent.id}/policy`, {
      body: { accountRestrictions: { accountRules: [rule] } },
    })
    expect((await scene.spend()).body.status).toBe('APPROVED')
  })
})

describe('allowed accounts', () => {
  it('allowed accounts are the only accounts that an agent may use', async () => {
    const scene = await agentScene()
    const allow = (ids: string[] | null): Promise<unknown> =>
      send(scene.emulator, `PATCH /agents/${scene.agent.id}/policy`, {
        body: { accountRestrictions: { allowedAccountIds: ids } },
      })
    await allow([scene.dollars.id])
    await expect(scene.quote()).rejects.toThrow('FORBIDDEN')
    await allow([scene.dollars.id, scene.euros.id])
    const quote = await scene.quote()
    await allow([scene.euros.id])
    expect((await scene.as(`POST /agents/me/quotes/${quote.id}/execute`)).status).toBe(403)
    await allow(null)
    expect((await scene.as(`POST /agents/me/quotes/${quote.id}/execute`)).status).toBe(200)
  })
})

describe('paused agent', () => {
  it('a paused agent can read, but starts nothing: 403', async () => {
    const scene = await agentScene()
    const quote = await scene.quote()
    await send(scene.emulator, `PATCH /agents/${scene.agent.id}`, { body: { isPaused: true } })
    await expect(scene.quote()).rejects.toThrow('FORBIDDEN')
    expect((await scene.as(`POST /agents/me/quotes/${quote.id}/execute`)).status).toBe(403)
    expect((await scene.as('GET /agents/me')).status).toBe(200)
    expect((await scene.as('GET /agents/me/transactions')).status).toBe(200)
  })
})

describe('quote from an embedded wallet', () => {
  async function walletScene(policy: Partial<AgentPolicy> = {}): Promise<{
    emulator: Emulator
    agent: Agent
    wallet: InternalAccount
    quote: Quote
    execute: (headers?: Record<string, string>) => Promise<Answer<AgentAction & Refused>>
  }> {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account: wallet, customer } = await emulator.provision({ balance: 100_000_000 })
    const { account: dollars } = await emulator.provision({
      customerId: customer.id,
      accountType: 'INTERNAL_FIAT',
    })
    const { agent, token } = await connectedAgent(emulator, customer.id, { ...openPolicy, ...policy })
    const authorization = `Bearer ${token}`
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: dollars.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000,
    }
    const { body: quote } = await send<Quote>(emulator, 'POST /agents/me/quotes', {
      body,
      headers: { authorization },
    })
    const path = `POST /agents/me/quotes/${quote.id}/execute`
    return {
      emulator,
      agent,
      wallet,
      quote,
      execute: (headers) => send(emulator, path, { headers: { authorization, ...headers } }),
    }
  }

  it('a quote from an embedded wallet is executed with the stamp of its holder, and is 401 without it', async () => {
    const { emulator, wallet, quote, execute } = await walletScene()
    expect(await execute()).toMatchObject({
      status: 401,
      body: { reason: 'Invalid Service-Wallet-Signature' },
    })
    const by = await signInByMail(emulator, wallet)
    const wrong = await execute({ 'Service-Wallet-Signature': by.stamp('something else') })
    expect(wrong.status).toBe(401)
    const { status, body } = await execute({
      'Service-Wallet-Signature': by.stamp(quote.payloadToSign ?? ''),
    })
    expect([status, body.status, emulator.ledger.balanced()]).toEqual([200, 'APPROVED', true])
    expect(emulator.ledger.balance(wallet.id, 'USDB')).toBe(90_000_000n)
  })

  it('a quote from an embedded wallet that was already executed is 409 with any stamp', async () => {
    const { emulator, wallet, quote, execute } = await walletScene()
    const by = await signInByMail(emulator, wallet)
    await execute({ 'Service-Wallet-Signature': by.stamp(quote.payloadToSign ?? '') })
    expect((await execute()).status).toBe(409)
  })

  it('a quote from an embedded wallet needs the stamp even if it also needs approval', async () => {
    const { emulator, agent, wallet, quote, execute } = await walletScene(waits)
    expect((await execute()).status).toBe(401)
    const by = await signInByMail(emulator, wallet)
    const { body } = await execute({ 'Service-Wallet-Signature': by.stamp(quote.payloadToSign ?? '') })
    expect(body.status).toBe('PENDING_APPROVAL')
    expect((await decide({ emulator, agent }, body.id, 'approve')).body.status).toBe('APPROVED')
  })
})

it('no call breaks on any input', async () => {
  const scene = await agentScene(waits)
  const { id } = (await scene.spend()).body
  await neverBreaks(
    scene.emulator,
    agentRoutes.filter(({ route }) => /Action|Approvals/.test(route.operation)),
    [id, scene.agent.id],
    [{ reason: 'x' }],
  )
})
