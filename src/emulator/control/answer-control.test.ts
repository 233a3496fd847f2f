import { beforeEach, describe, expect, it } from 'vitest'
import { credentialsOf, send } from '../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../index.js'

const here = 'http://localhost:4010/emulator/'

let emulator: Emulator
beforeEach(() => {
  emulator = createEmulator({ clock: steppedClock(Date.parse('2026-11-21T12:00:00.000Z')) })
})

const get = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  emulator.fetch(`${here}${name}`, { headers })

const post = (name: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  emulator.fetch(`${here}${name}`, {
    method: 'POST',
    ...(body === undefined ? { headers } : { body: JSON.stringify(body) }),
    headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
  })

const dataOf = async (answer: Response): Promise<readonly Record<string, unknown>[]> =>
  (await answer.json()).data

describe('control over HTTP', () => {
  it('creates a wallet, and shows the codes that are sent to it, the newest first', async () => {
    const made = await post('provision', { email: 'ada@example.com', balance: 5 })
    expect(made.status).toBe(201)
    const { account } = await made.json()
    const [credential] = await credentialsOf(emulator, account)
    for (let sent = 0; sent < 2; sent++)
      await send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)
    const mails = await dataOf(await get('inbox?to=ADA@example.com'))
    expect(mails.map(({ otp }) => otp)).toEqual(
      emulator.inbox
        .all()
        .map(({ otp }) => otp)
        .reverse(),
    )
    expect(await dataOf(await get('inbox?to=grace@example.com'))).toEqual([])
    expect(await dataOf(await get('inbox'))).toHaveLength(2)
  })

  it('moves the clock', async () => {
    expect(await (await get('clock')).json()).toEqual({ now: '2026-11-21T12:00:00.000Z' })
    expect(await (await post('clock', { advance: 60_000 })).json()).toEqual({
      now: '2026-11-21T12:01:00.000Z',
    })
  })

  it('queues faults, shows those that have not happened yet, and clears them', async () => {
    const call = 'GET /customers'
    expect((await post('faults', { call, fault: { status: 503 } })).status).toBe(204)
    expect((await post('faults', { call, fault: { status: 500 } })).status).toBe(204)
    expect((await send(emulator, call)).status).toBe(503)
    expect(await dataOf(await get('faults'))).toEqual([{ call, fault: { status: 500 } }])
    await emulator.fetch(`${here}faults`, { method: 'DELETE' })
    expect((await send(emulator, call)).status).toBe(200)
  })

  it('credits an account, and says what is wrong with a credit', async () => {
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    expect((await post('fund', { accountId: account.id, amount: 7 })).status).toBe(204)
    expect(emulator.ledger.balance(account.id, 'USD')).toBe(7n)
    const refused = await post('fund', { accountId: 'InternalAccount:none', amount: 7 })
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'INVALID_INPUT'])
  })

  it('issues ID tokens that a credential can be created with', async () => {
    const { account } = await emulator.provision({ credential: false })
    const { idToken } = await (await post('id-token', { sub: 'ada', email: 'ada@example.com' })).json()
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: idToken }
    expect((await send(emulator, 'POST /auth/credentials', { body })).status).toBe(201)
  })

  it('shows public keys only', async () => {
    const text = await (await get('keys')).text()
    expect(JSON.parse(text)).toMatchObject({
      webhookPublicKey: emulator.webhookPublicKey,
      exportSigner: emulator.exportSigner,
      issuer: { url: emulator.issuer.url },
    })
    expect(text).not.toMatch(/"d":|PRIVATE/)
  })

  it('shows the requests with their secrets blacked out, and resets', async () => {
    await send(emulator, 'GET /customers')
    const requests = await dataOf(await get('requests'))
    expect(requests.map(({ path }) => path)).toEqual(['/customers'])
    expect(JSON.stringify(requests)).not.toContain(emulator.apiToken.clientSecret)
    expect((await post('reset')).status).toBe(204)
    expect(await dataOf(await get('requests'))).toEqual([])
  })

  it.each([
    ['a host that is not loopback', 'http://evil.example/emulator/inbox', {}],
    ['a name that only looks like loopback', 'http://localhost.evil.example/emulator/inbox', {}],
    ['a page of another origin', `${here}inbox`, { Origin: 'https://evil.example' }],
    ['an opaque origin', `${here}inbox`, { Origin: 'null' }],
    ['another port of this machine', `${here}inbox`, { Origin: 'http://localhost:5173' }],
    ['a request across sites', `${here}inbox`, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a request of the same site but another origin', `${here}inbox`, { 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses %s', async (_, url, headers) => {
    const answer = await emulator.fetch(url, { headers })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'FORBIDDEN'])
  })

  it.each(['http://127.0.0.1:4010', 'http://[::1]:4010', 'http://app.localhost:4010'])(
    'answers its own page at %s',
    async (origin) => {
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
      expect((await emulator.fetch(`${origin}/emulator/clock`, { headers })).status).toBe(200)
    },
  )

  it.each([
    ['an unknown field', 'clock', { advance: 1, by: 2 }],
    ['a negative time', 'clock', { advance: -1 }],
    ['an amount that is not whole', 'fund', { accountId: 'a', amount: 1.5 }],
    ['a call without a path', 'faults', { call: 'GET', fault: {} }],
    ['an unknown fault', 'faults', { call: 'GET /x', fault: { explode: true } }],
    ['a token without a subject', 'id-token', {}],
    ['an unknown account type', 'provision', { accountType: 'GOLD' }],
    ['an unknown currency', 'provision', { currency: 'XXX' }],
    ['a body for a reset', 'reset', { all: true }],
  ])('refuses %s with 400', async (_, name, body) => {
    const answer = await post(name, body)
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'INVALID_INPUT'])
  })

  it('refuses a body that is not JSON, an unknown path and a wrong method', async () => {
    const form = await emulator.fetch(`${here}clock`, { method: 'POST', body: 'advance=1' })
    expect(form.status).toBe(415)
    expect((await get('nothing')).status).toBe(404)
    const put = await emulator.fetch(`${here}clock`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})
