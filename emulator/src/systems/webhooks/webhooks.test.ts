import { createServer } from 'node:http'
import { parse, type TestDelivery, WebhookEvent } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { agentScene } from '../../fixtures/agents.js'
import { cardScene } from '../../fixtures/cards.js'
import { send, signedSend, signInByMail } from '../../fixtures/client.js'
import { isSigned, type TestEndpoint, testEndpoint } from '../../fixtures/endpoint.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'

const hour = 60 * 60_000

interface Ready {
  readonly emulator: Emulator
  readonly endpoint: TestEndpoint
  /** Changes the balance of an account, which publishes one event. Default: always the same account. */
  readonly fund: (account?: 'one' | 'two', amount?: number) => Promise<void>
  /** The balances in the received events, in the order of arrival. */
  readonly told: () => unknown[]
}

async function setUp(...answers: TestEndpoint['answers']): Promise<Ready> {
  const endpoint = testEndpoint(...answers)
  const emulator = createEmulator({ clock: steppedClock(), webhooks: { fetch: endpoint.fetch } })
  const { account: one, customer } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const { account: two } = await emulator.provision({ customerId: customer.id, accountType: 'INTERNAL_FIAT' })
  return {
    emulator,
    endpoint,
    async fund(account = 'one', amount = 1) {
      const { id } = { one, two }[account]
      await send(emulator, `POST /sandbox/internal-accounts/${id}/fund`, { body: { amount } })
      await emulator.clock.advance(0)
    },
    told: () => endpoint.arrived.map(({ event }) => Object(event.data['balance']).amount),
  }
}

describe('webhook', () => {
  it('a webhook is an envelope with the resource, signed with the key that the emulator publishes', async () => {
    const { emulator, endpoint, fund } = await setUp()
    await fund()
    const [first] = endpoint.arrived
    expect(parse(WebhookEvent, first?.event).ok).toBe(true)
    expect(first?.event).toMatchObject({
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      timestamp: '2026-01-01T00:00:00.000Z',
      data: { balance: { amount: 1 } },
    })
    expect(first && isSigned(first, emulator.webhookPublicKey)).toBe(true)
    expect(first && isSigned({ ...first, body: `${first.body} ` }, emulator.webhookPublicKey)).toBe(false)
  })

  it('a webhook is not sent if no endpoint is configured', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    await send(emulator, `POST /sandbox/internal-accounts/${account.id}/fund`, { body: { amount: 1 } })
    expect(emulator.webhooks.deliveries()).toEqual([])
  })

  it('a webhook is sent to the endpoint that PATCH /config sets', async () => {
    const { emulator, endpoint, fund } = await setUp()
    const body = { webhookEndpoint: 'https://bank.example/hooks' }
    expect((await send(emulator, 'PATCH /config', { body })).status).toBe(200)
    await fund()
    expect(endpoint.arrived[0]?.url).toBe('https://bank.example/hooks')
  })

  it('a webhook reaches a server on this machine, and no other machine', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)))
      request.on('end', () => response.end('seen'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks`
    const emulator = createEmulator({ webhooks: { url } })
    const { body } = await send<TestDelivery>(emulator, 'POST /sandbox/webhooks/test')
    expect(body).toEqual({ response_status: 200, url, response_body: 'seen' })
    expect(bodies.join('')).toContain('TEST')
    // On this machine 0.0.0.0 reaches the same server, but it is not a loopback address.
    const elsewhere = createEmulator({ webhooks: { url: url.replace('127.0.0.1', '0.0.0.0') } })
    expect(await send(elsewhere, 'POST /sandbox/webhooks/test')).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_DELIVERY_ERROR', reason: 'not-allowed' },
    })
    const allowed = createEmulator({
      webhooks: { url: url.replace('127.0.0.1', '0.0.0.0'), hosts: ['0.0.0.0'] },
    })
    expect((await send(allowed, 'POST /sandbox/webhooks/test')).status).toBe(200)
    await new Promise((resolve) => server.close(resolve))
  })
})

it('an endpoint that the emulator never sends to is refused with the way to allow it', async () => {
  const emulator = createEmulator({ webhooks: { hosts: ['app'] } })
  const set = (webhookEndpoint: string) => send(emulator, 'PATCH /config', { body: { webhookEndpoint } })
  expect((await set('http://app:3000/hook')).status).toBe(200)
  const { status, body } = await set('http://other:3000/hook')
  expect([status, body]).toMatchObject([400, { details: { issues: ['webhookEndpoint'] } }])
  expect(JSON.stringify(body)).toMatch(/other is another host.*--webhook-host/)
})

describe('delivery that is not received', () => {
  it.each([500, 401, 302, 'refuse'] as const)(
    'a delivery that is not received is repeated after %s, with the same text and the same id',
    async (answer) => {
      const { emulator, endpoint, fund } = await setUp(answer)
      await fund()
      await emulator.clock.advance(4_999)
      expect(endpoint.arrived.length).toBe(1)
      await emulator.clock.advance(1)
      expect(endpoint.arrived.length).toBe(2)
      expect(endpoint.arrived[1]?.body).toBe(endpoint.arrived[0]?.body)
      await emulator.clock.advance(hour)
      expect(endpoint.arrived.length).toBe(2)
      expect(emulator.webhooks.deliveries()).toMatchObject([{ attempts: 2, outcome: 'delivered' }])
    },
  )

  it.each([200, 204, 409])('a delivery that is not received is not repeated after %s', async (answer) => {
    const { emulator, endpoint, fund } = await setUp(answer)
    await fund()
    await emulator.clock.advance(hour)
    expect(endpoint.arrived.length).toBe(1)
  })

  it('a delivery that is not received is repeated after a timeout', async () => {
    const { emulator, endpoint, fund } = await setUp('silence')
    await fund()
    await emulator.clock.advance(10_000)
    await emulator.clock.advance(5_000)
    expect(endpoint.arrived.length).toBe(2)
  })

  it('a delivery that is not received is repeated after doubling pauses, at most 30 minutes apart, for 7 days', async () => {
    const { emulator, endpoint, fund } = await setUp(...Array<number>(500).fill(500))
    const start = emulator.clock.now()
    const times: number[] = []
    const answers = endpoint.answers
    const shift = answers.shift.bind(answers)
    answers.shift = () => {
      times.push(emulator.clock.now() - start)
      return shift()
    }
    await fund()
    await emulator.clock.advance(8 * 24 * hour)
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(pauses.slice(0, 5)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000])
    expect(Math.max(...pauses)).toBe(30 * 60_000)
    expect(times.at(-1)).toBeLessThanOrEqual(7 * 24 * hour)
    expect(times.at(-1)).toBeGreaterThan(7 * 24 * hour - 31 * 60_000)
    expect(emulator.webhooks.deliveries()).toMatchObject([{ outcome: 'given-up', lastStatus: 500 }])
  })

  it('a delivery that is not received delays later deliveries of its resource, and no others', async () => {
    const { emulator, fund, told } = await setUp(500)
    await fund('one', 1)
    await fund('one', 1)
    await fund('two', 10)
    expect(told()).toEqual([1, 10])
    await emulator.clock.advance(5_000)
    expect(told()).toEqual([1, 10, 1, 2])
  })

  it('a delivery that is not received is removed by a reset', async () => {
    const { emulator, endpoint, fund } = await setUp(500)
    await fund()
    emulator.reset()
    await emulator.clock.advance(hour)
    expect([endpoint.arrived.length, emulator.webhooks.deliveries()]).toEqual([1, []])
  })
})

describe('test delivery', () => {
  it('the test delivery returns the endpoint’s answer, and is not repeated', async () => {
    const { emulator, endpoint } = await setUp(500)
    const { status, body } = await send<TestDelivery>(emulator, 'POST /sandbox/webhooks/test')
    expect([status, body]).toEqual([
      200,
      { response_status: 500, url: 'http://platform.test/webhooks', response_body: 'seen' },
    ])
    await emulator.clock.advance(hour)
    expect(endpoint.arrived.map(({ event }) => [event.type, event.data])).toEqual([['TEST', {}]])
  })

  it('the test delivery is 400 without an endpoint', async () => {
    expect(await send(createEmulator(), 'POST /sandbox/webhooks/test')).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_ENDPOINT_NOT_SET' },
    })
  })

  it('the test delivery is 400 if the endpoint is unreachable', async () => {
    const { emulator } = await setUp('refuse')
    expect(await send(emulator, 'POST /sandbox/webhooks/test')).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_DELIVERY_ERROR' },
    })
  })

  it('the test delivery is 400 if the answer takes too long', async () => {
    const { emulator, endpoint } = await setUp('silence')
    const answer = send(emulator, 'POST /sandbox/webhooks/test')
    await expect.poll(() => endpoint.arrived.length).toBe(1)
    await emulator.clock.advance(10_000)
    expect((await answer).status).toBe(400)
  })
})

describe('events', () => {
  const only = (endpoint: TestEndpoint, prefix: string): string[] =>
    endpoint.types().filter((type) => type.startsWith(prefix))

  it('events are sent for every status of a transaction', async () => {
    const endpoint = testEndpoint()
    const scene = await agentScene({}, { fetch: endpoint.fetch })
    await scene.spend()
    await scene.quote()
    await scene.emulator.clock.advance(5 * 60_000)
    await scene.as('GET /agents/me/transactions')
    await scene.emulator.clock.advance(0)
    const types = only(endpoint, 'OUTGOING_PAYMENT')
    expect(types[0]).toBe('OUTGOING_PAYMENT.PENDING')
    expect(types).toContain('OUTGOING_PAYMENT.COMPLETED')
    expect(types.at(-1)).toBe('OUTGOING_PAYMENT.EXPIRED')
  })

  it('events are sent for an action that needs approval, and for no other action', async () => {
    const endpoint = testEndpoint()
    const approvalThresholds = { currency: 'USD', amount: 50_00 }
    const scene = await agentScene({ approvalThresholds }, { fetch: endpoint.fetch })
    await scene.spend(10_00)
    const { body } = await scene.spend(60_00)
    await scene.emulator.clock.advance(0)
    const events = scene.emulator.webhooks.events('AGENT_ACTION.PENDING_APPROVAL')
    expect(events.map(({ data }) => data['id'])).toEqual([body.id])
  })

  it('events are sent for every status of a card transaction, with the transaction as data', async () => {
    const endpoint = testEndpoint()
    const { issue, authorize, simulate, emulator } = await cardScene({ fetch: endpoint.fetch })
    const { body } = await authorize((await issue()).body)
    await simulate('clearing', body, 4_000_000)
    await simulate('clearing', body, 6_000_000)
    await simulate('return', body, 10_000_000)
    await emulator.clock.advance(0)
    expect(only(endpoint, 'CARD_TRANSACTION')).toEqual([
      'CARD_TRANSACTION.AUTHORIZED',
      'CARD_TRANSACTION.PARTIALLY_SETTLED',
      'CARD_TRANSACTION.SETTLED',
      'CARD_TRANSACTION.REFUNDED',
    ])
    const [authorized] = emulator.webhooks.events('CARD_TRANSACTION.AUTHORIZED')
    expect(authorized?.data).toEqual(body)
  })

  it('events are sent for changes of a card’s state and funding sources', async () => {
    const endpoint = testEndpoint()
    const { issue, emulator, wallet, cardholderId } = await cardScene({ fetch: endpoint.fetch })
    const { body } = await issue()
    const unfunded = { customerId: cardholderId, accountType: 'INTERNAL_CRYPTO', currency: 'USDB' } as const
    const second = (await emulator.provision(unfunded)).account
    const by = await signInByMail(emulator, wallet)
    await signedSend(emulator, by, `PATCH /cards/${body.id}`, { state: 'FROZEN' })
    await signedSend(emulator, by, `PATCH /cards/${body.id}`, { fundingSources: [second.id] })
    await emulator.clock.advance(0)
    expect(only(endpoint, 'CARD.')).toEqual([
      'CARD.STATE_CHANGE',
      'CARD.STATE_CHANGE',
      'CARD.FUNDING_SOURCE_CHANGE',
    ])
  })
})
