/** Agents, tested through the demo's handler. @module */
import { steppedClock } from 'embedded-wallet-auth-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AgentsView, Bill, NewAgent, OwnAgent, WaitingPayment } from '../../agents-contract.js'
import { createDemo, type Demo } from '../index.js'

const origin = 'http://localhost:5173'
const usdb = 1_000_000
const order: NewAgent = {
  name: 'Bill payer',
  perPayment: 50 * usdb,
  aDay: 100 * usdb,
  aMonth: 500 * usdb,
  asksAbove: 20 * usdb,
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

let demo: Demo
let cookie = ''

async function call(method: string, path: string, body?: unknown, from = origin): Promise<Answer> {
  const request = new Request(origin + path, {
    method,
    headers: {
      Origin: from,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      Cookie: cookie,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const response = await demo.handler(request)
  if (path === '/demo/login') cookie = (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

const logIn = (person: string): Promise<Answer> => call('POST', '/demo/login', { person })

async function view(): Promise<AgentsView> {
  const { status, body } = await call('GET', '/demo/agents')
  expect(status).toBe(200)
  return body as AgentsView // the type of the route's answer
}

async function waiting(): Promise<readonly WaitingPayment[]> {
  return (await call('GET', '/demo/agents/waiting')).body as readonly WaitingPayment[] // the type of the route's answer
}

/** Connects an agent of the logged-in person. Resolves with its id. */
async function agent(changes: Partial<NewAgent> = {}): Promise<string> {
  const { body } = await call('POST', '/demo/agents', { ...order, ...changes })
  const { agentId } = body as { readonly agentId: string } // the type of the route's answer
  expect((await call('POST', `/demo/agents/${agentId}/connect`)).status).toBe(200)
  return agentId
}

const payee = (name: string): string =>
  demo
    .cast()
    .customers.get('ada')
    ?.payees.find((each) => each.name === name)?.id ?? ''

const ask = (agentId: string, amount: number, bill: Partial<Bill> = {}): Promise<Answer> =>
  call('POST', `/demo/agents/${agentId}/bills`, {
    payeeId: payee('Grace Hopper'),
    amount: amount * usdb,
    from: 'pocket',
    ...bill,
  })

/** Funds the pocket with the emulator's control. The browser tests fund it with a stamp. */
async function fillPocket(amount: number, person = 'ada'): Promise<void> {
  const { pocketId = '' } = demo.cast().customers.get(person) ?? {}
  const { tokenId, clientSecret } = demo.emulator.apiToken
  const request = new Request(`http://service.test/2025-10-13/sandbox/internal-accounts/${pocketId}/fund`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ amount: amount * usdb }),
  })
  expect((await demo.emulator.fetch(request)).status).toBe(200)
}

const held = async (): Promise<number> => (await view()).pocket.balance.amount / usdb
const only = async (): Promise<OwnAgent | undefined> => (await view()).agents[0]

/** Makes a payment that waits for approval. Resolves with the path for the decision. */
async function waitingPayment(agentId: string, amount = 40): Promise<string> {
  expect((await ask(agentId, amount)).body).toEqual({ outcome: 'waiting' })
  return `/demo/agents/${agentId}/actions/${(await waiting())[0]?.id}`
}

beforeEach(async () => {
  cookie = ''
  demo = await createDemo({ clock: steppedClock() })
  await logIn('ada')
})

describe('connecting', () => {
  test('a new agent shows its code until it is redeemed, and then holds a token', async () => {
    await call('POST', '/demo/agents', order)
    const { id = '', connectCode, isConnected } = (await only()) ?? {}
    expect(isConnected).toBe(false)
    expect(connectCode?.code).toMatch(/^SERVICE-AGENT-/)
    await call('POST', `/demo/agents/${id}/connect`)
    expect(await only()).toMatchObject({ isConnected: true, isExample: true })
    expect((await only())?.connectCode).toBeUndefined()
    expect((await call('POST', `/demo/agents/${id}/connect`)).status).toBe(409)
  })

  test('an expired connect code is refused, and a new one connects', async () => {
    await call('POST', '/demo/agents', order)
    const { id = '', connectCode } = (await only()) ?? {}
    await demo.emulator.clock.advance(16 * 60_000)
    expect((await call('POST', `/demo/agents/${id}/connect`)).status).toBe(400)
    expect((await call('POST', `/demo/agents/${id}/code`)).status).toBe(201)
    expect((await only())?.connectCode?.code).not.toBe(connectCode?.code)
    expect((await call('POST', `/demo/agents/${id}/connect`)).status).toBe(200)
  })

  test('the limits of an agent are those that were asked for, at the service too', async () => {
    await agent()
    const { name: _, ...limits } = order
    expect((await only())?.limits).toEqual(limits)
  })

  test.each([
    { name: '' },
    { name: 'x'.repeat(61) },
    { perPayment: 0 },
    { perPayment: 1.5 },
    { aDay: '9' },
    { aDay: 1 * usdb },
    { aMonth: 99 * usdb },
    { asksAbove: 51 * usdb },
    { asksAbove: undefined },
  ])('a new agent with %o is refused', async (changes) => {
    expect((await call('POST', '/demo/agents', { ...order, ...changes })).status).toBe(400)
    expect((await view()).agents).toEqual([])
  })

  test('a removed agent is gone, and its token is worth nothing', async () => {
    const id = await agent()
    expect((await call('DELETE', `/demo/agents/${id}`)).status).toBe(200)
    expect((await view()).agents).toEqual([])
    expect((await ask(id, 1)).status).toBe(404)
  })
})

describe('paying', () => {
  test('an agent pays without asking up to its threshold', async () => {
    const id = await agent()
    await fillPocket(100)
    expect((await ask(id, 20)).body).toEqual({ outcome: 'paid' })
    expect(await held()).toBe(80)
    expect((await view()).history).toMatchObject([
      { payee: 'Grace Hopper', agentName: 'Bill payer', outcome: 'paid', asked: false },
    ])
    expect((await only())?.used).toEqual({ today: 20 * usdb, thisMonth: 20 * usdb, paymentsToday: 1 })
  })

  test('a payment above the threshold waits, and is made once it is approved', async () => {
    const id = await agent()
    await fillPocket(100)
    const path = await waitingPayment(id)
    expect(await held()).toBe(100)
    expect((await call('POST', `${path}/approve`)).body).toEqual({ outcome: 'paid' })
    expect(await held()).toBe(60)
    expect(await waiting()).toEqual([])
    expect((await view()).history).toMatchObject([{ outcome: 'paid', asked: true }])
    expect((await call('POST', `${path}/approve`)).status).toBe(409)
  })

  test('an agent that always asks waits even with the smallest amount', async () => {
    await fillPocket(100)
    await waitingPayment(await agent({ asksAbove: null }), 1)
    expect((await only())?.limits.asksAbove).toBeNull()
  })

  test('a rejected payment moves no money, and its reason is kept', async () => {
    const id = await agent()
    await fillPocket(100)
    const path = await waitingPayment(id)
    expect((await call('POST', `${path}/reject`, { reason: ' Paid last week. ' })).status).toBe(200)
    expect(await held()).toBe(100)
    expect((await view()).history).toMatchObject([{ outcome: 'rejected', reason: 'Paid last week.' }])
    expect((await call('POST', `${path}/approve`)).status).toBe(409)
  })

  test('a rejection without a reason has none in the history', async () => {
    const id = await agent()
    await fillPocket(100)
    await call('POST', `${await waitingPayment(id)}/reject`, { reason: '' })
    expect((await view()).history[0]).not.toHaveProperty('reason')
  })

  test.each([{}, { reason: 5 }, { reason: 'x'.repeat(201) }])('%o is not a valid rejection', async (body) => {
    const id = await agent()
    expect((await call('POST', `${await waitingPayment(id)}/reject`, body)).status).toBe(400)
    expect(await waiting()).toHaveLength(1)
  })

  test('a payment over a limit is refused, and does not wait for approval', async () => {
    const id = await agent()
    await fillPocket(1000)
    expect((await ask(id, 51)).body).toEqual({ outcome: 'refused', code: 'VELOCITY_LIMIT_EXCEEDED' })
    for (const amount of [20, 20, 20, 20, 20]) await ask(id, amount)
    expect((await ask(id, 1)).body).toEqual({ outcome: 'refused', code: 'VELOCITY_LIMIT_EXCEEDED' })
    expect(await waiting()).toEqual([])
    expect(await held()).toBe(900)
  })

  test('an agent cannot pay from the wallet itself', async () => {
    const id = await agent()
    expect((await ask(id, 1, { from: 'wallet' })).body).toEqual({ outcome: 'refused', code: 'FORBIDDEN' })
  })

  test('a paused agent is refused, and pays again once it is resumed', async () => {
    const id = await agent()
    await fillPocket(100)
    await call('PATCH', `/demo/agents/${id}`, { isPaused: true })
    expect((await ask(id, 1)).body).toEqual({ outcome: 'refused', code: 'FORBIDDEN' })
    await call('PATCH', `/demo/agents/${id}`, { isPaused: false })
    expect((await ask(id, 1)).body).toEqual({ outcome: 'paid' })
    expect((await call('PATCH', `/demo/agents/${id}`, { isPaused: 'no' })).status).toBe(400)
  })

  test('a payment fails with a reason when the pocket holds too little', async () => {
    const id = await agent()
    const failed = { outcome: 'failed', failure: 'pocket-too-small' }
    expect((await ask(id, 5)).body).toEqual(failed)
    expect((await call('POST', `${await waitingPayment(id)}/approve`)).body).toEqual(failed)
    expect((await view()).history).toMatchObject([
      { ...failed, asked: true },
      { ...failed, asked: false },
    ])
  })

  test('a payment that is approved after its offer has expired fails with a reason', async () => {
    const id = await agent()
    await fillPocket(100)
    const path = await waitingPayment(id)
    await demo.emulator.clock.advance(5 * 60_000)
    expect((await call('POST', `${path}/approve`)).body).toEqual({
      outcome: 'failed',
      failure: 'offer-run-out',
    })
    expect(await held()).toBe(100)
  })

  test('a payment that the other bank sends back counts as failed, and its amount is back in the pocket', async () => {
    const id = await agent()
    await fillPocket(100)
    const sentBack = { outcome: 'failed', failure: 'sent-back' }
    expect((await ask(id, 10, { payeeId: payee('Mill Road Gym') })).body).toEqual(sentBack)
    expect(await held()).toBe(100)
    expect((await view()).history).toMatchObject([sentBack])
  })

  test.each<Partial<Record<keyof Bill, unknown>>>([
    { amount: 0 },
    { amount: 1.5 },
    { from: 'elsewhere' },
    { payeeId: 1 },
  ])('%o is not a valid bill', async (bill) => {
    const body = { payeeId: payee('Grace Hopper'), amount: usdb, from: 'pocket', ...bill }
    expect((await call('POST', `/demo/agents/${await agent()}/bills`, body)).status).toBe(400)
  })

  test('a bill of a payee whom the customer has not saved is refused', async () => {
    const stranger = demo.cast().customers.get('mary')?.payees[0]?.id ?? ''
    expect((await ask(await agent(), 1, { payeeId: stranger })).status).toBe(404)
  })

  test('an agent that the demo has not connected cannot be sent a bill', async () => {
    await call('POST', '/demo/agents', order)
    expect((await ask((await only())?.id ?? '', 1)).status).toBe(409)
  })
})

describe('the pocket', () => {
  test('the pocket is filled by an offer from the customer’s own wallet, which has to be stamped', async () => {
    const { accountId, pocketId } = demo.cast().customers.get('ada') ?? {}
    expect(await call('POST', '/demo/pocket/quotes', { amount: 5 * usdb })).toMatchObject({
      status: 201,
      body: {
        source: { accountId },
        destination: { accountId: pocketId },
        totalSendingAmount: 5 * usdb,
        totalReceivingAmount: 5 * usdb,
        payloadToSign: expect.any(String),
      },
    })
    expect(await held()).toBe(0)
  })

  test.each([0, -1, 1.5, '5', null])('the pocket cannot be filled with the amount %j', async (amount) => {
    expect((await call('POST', '/demo/pocket/quotes', { amount })).status).toBe(400)
  })

  test('the pocket is emptied into the wallet, whose activity shows it once', async () => {
    await fillPocket(30)
    expect((await call('POST', '/demo/pocket/return')).status).toBe(200)
    expect(await held()).toBe(0)
    const { body } = await call('GET', '/demo/activity')
    const movements = body as readonly { readonly counterparty: string }[] // the type of the route's answer
    expect(movements.filter(({ counterparty }) => counterparty === 'Pocket for agents')).toMatchObject([
      { direction: 'in', amount: { amount: 30 * usdb } },
    ])
  })

  test('what agents pay from the pocket does not show in the activity of the wallet', async () => {
    await fillPocket(30)
    await ask(await agent(), 10)
    expect((await call('GET', '/demo/activity')).body).toHaveLength(2)
  })

  test('nothing can be taken back from an empty pocket', async () => {
    expect((await call('POST', '/demo/pocket/return')).status).toBe(409)
  })
})

describe('another person', () => {
  test('another person sees nothing of an agent and cannot do anything with it', async () => {
    const id = await agent()
    await fillPocket(100)
    const path = await waitingPayment(id)
    await logIn('mary')
    expect(await view()).toMatchObject({
      agents: [],
      waiting: [],
      history: [],
      pocket: { balance: { amount: 0 } },
    })
    expect(await waiting()).toEqual([])
    const calls: readonly (readonly [method: string, path: string, body?: unknown])[] = [
      ['PATCH', `/demo/agents/${id}`, { isPaused: true }],
      ['DELETE', `/demo/agents/${id}`],
      ['POST', `/demo/agents/${id}/code`],
      ['POST', `/demo/agents/${id}/connect`],
      ['POST', `/demo/agents/${id}/bills`, { payeeId: payee('Grace Hopper'), amount: usdb, from: 'pocket' }],
      ['POST', `${path}/approve`],
      ['POST', `${path}/reject`, { reason: '' }],
    ]
    for (const [method, target, body] of calls) {
      expect([target, (await call(method, target, body)).status]).toEqual([target, 404])
    }
    await logIn('ada')
    expect(await only()).toMatchObject({ isPaused: false })
    expect(await waiting()).toHaveLength(1)
  })

  test('another person cannot answer a request through an agent of their own', async () => {
    const id = await agent()
    const path = await waitingPayment(id)
    await logIn('mary')
    const own = await agent()
    expect((await call('POST', `${path.replace(id, own)}/approve`)).status).toBe(404)
    expect((await call('POST', `${path.replace(id, own)}/reject`, { reason: '' })).status).toBe(404)
  })

  test('every call about agents answers 401 to a person who is not logged in', async () => {
    const id = await agent()
    const path = await waitingPayment(id)
    await call('POST', '/demo/logout')
    for (const target of [
      'GET /demo/agents',
      'GET /demo/agents/waiting',
      'POST /demo/agents',
      `POST /demo/agents/${id}/code`,
      `POST /demo/agents/${id}/connect`,
      `POST /demo/agents/${id}/bills`,
      `PATCH /demo/agents/${id}`,
      `DELETE /demo/agents/${id}`,
      `POST ${path}/approve`,
      `POST ${path}/reject`,
      'POST /demo/pocket/quotes',
      'POST /demo/pocket/return',
    ]) {
      const [method = '', where = ''] = target.split(' ')
      expect([target, (await call(method, where)).status]).toEqual([target, 401])
    }
  })

  test('a call about agents answers 403 to a page of another origin', async () => {
    const id = await agent()
    const path = await waitingPayment(id)
    expect((await call('POST', `${path}/approve`, undefined, 'http://localhost:6666')).status).toBe(403)
    expect(await waiting()).toHaveLength(1)
  })
})

describe('ids in paths', () => {
  test.each([
    'Agent:..',
    'Agent:me',
    'me',
    'approvals',
    'Agent%3A1',
    'Agent:0b2f6a8e-5a0e-4f2c-9d3a-6f1f7c0f9a11',
    'AgentAction:0b2f6a8e-5a0e-4f2c-9d3a-6f1f7c0f9a11',
  ])('an agent with the id %s is not found', async (id) => {
    expect((await call('DELETE', `/demo/agents/${id}`)).status).toBe(404)
  })

  test('an unknown action is answered with 404, without a call to the service', async () => {
    const id = await agent()
    const before = demo.emulator.requests().length
    expect((await call('POST', `/demo/agents/${id}/actions/AgentAction:1/approve`)).status).toBe(404)
    expect(
      demo.emulator
        .requests()
        .slice(before)
        .map(({ method }) => method),
    ).toEqual(['GET'])
  })
})

test('the wire log shows the agent’s own calls, but neither its token nor a device code', async () => {
  await call('POST', '/demo/agents', order)
  const { id = '', connectCode } = (await only()) ?? {}
  await call('POST', `/demo/agents/${id}/connect`)
  await fillPocket(100)
  await ask(id, 10)
  const text = JSON.stringify((await call('GET', '/demo/workbench')).body)
  expect(text).toContain('agent → service')
  expect(text).toContain('/agents/me/quotes')
  expect(text).not.toContain(connectCode?.code)
  expect(text).not.toMatch(/sat_|Bearer/)
})

test('starting over forgets agents, codes and decisions', async () => {
  const id = await agent()
  await call('POST', `${await waitingPayment(id)}/reject`, { reason: 'No.' })
  await call('POST', '/demo/workbench/start-over')
  await logIn('ada')
  expect(await view()).toMatchObject({ agents: [], waiting: [], history: [] })
})
