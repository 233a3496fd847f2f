import { beforeEach, describe, expect, it } from 'vitest'
import { clientKey, credentialsOf, send } from '../fixtures/client.js'
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
  it('creates a wallet, and lists the codes sent to it, newest first', async () => {
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

  it('tells which of the codes can still be used', async () => {
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const [credential] = await credentialsOf(emulator, account)
    const challenge = () => send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)
    const states = async () => (await dataOf(await get('inbox'))).map(({ state }) => state)
    await challenge()
    await challenge()
    expect(await states()).toEqual(['valid', 'replaced'])
    const otp = emulator.inbox.latest('ada@example.com')?.otp
    const body = { type: 'EMAIL_OTP', otp, clientPublicKey: clientKey().publicKey }
    expect((await send(emulator, `POST /auth/credentials/${credential?.id}/verify`, { body })).status).toBe(
      200,
    )
    expect(await states()).toEqual(['spent', 'replaced'])
    await emulator.clock.advance(60_000)
    await challenge()
    await emulator.clock.advance(300_000)
    expect(await states()).toEqual(['expired', 'replaced', 'replaced'])
  })

  it('puts a customer under strong customer authentication', async () => {
    const made = await post('provision', { region: 'DE', sca: { factor: 'SMS_OTP', challenges: 1 } })
    const { customer } = await made.json()
    expect([made.status, customer.region]).toEqual([201, 'DE'])
    expect(customer.phoneNumber).toMatch(/^\+999\d{10}$/)
  })

  it('plays another deployment, and tells which one and what it does', async () => {
    expect(await (await get('status')).json()).toMatchObject({
      profile: 'seed',
      mode: 'strict',
      keyDelivery: 'both',
    })
    expect((await post('profile', { profile: 'production' })).status).toBe(204)
    expect(await (await get('status')).json()).toMatchObject({
      profile: 'production',
      keyDelivery: 'either keys, encrypted codes',
    })
    expect((await (await get('facts')).json()).facts).toEqual(emulator.facts())
    expect((await post('profile', { profile: 'staging' })).status).toBe(400)
  })

  it('refuses a deployment without magic values to an emulator in sandbox mode', async () => {
    emulator = createEmulator({ mode: 'sandbox' })
    const refused = await post('profile', { profile: 'production' })
    expect(refused.status).toBe(400)
    expect((await refused.json()).message).toContain('takes no magic values')
    expect(emulator.facts().refusedCode).toBe('401 UNAUTHORIZED')
  })

  it('advances the clock', async () => {
    expect(await (await get('clock')).json()).toEqual({ now: '2026-11-21T12:00:00.000Z' })
    expect(await (await post('clock', { advance: 60_000 })).json()).toEqual({
      now: '2026-11-21T12:01:00.000Z',
    })
  })

  it('queues faults, lists those that have not happened yet, and clears them', async () => {
    const call = 'GET /customers'
    expect((await post('faults', { call, fault: { status: 503 } })).status).toBe(204)
    expect((await post('faults', { call, fault: { status: 500 } })).status).toBe(204)
    expect((await send(emulator, call)).status).toBe(503)
    expect(await (await get('faults')).json()).toEqual({
      data: [{ id: 2, call, fault: { status: 500 } }],
      fired: [{ id: 1, call, fault: { status: 503 }, at: '2026-11-21T12:00:00.000Z', request: call }],
    })
    await emulator.fetch(`${here}faults`, { method: 'DELETE' })
    expect((await send(emulator, call)).status).toBe(200)
  })

  it('removes one queued fault, and answers 404 for an unknown id', async () => {
    const call = 'GET /customers'
    for (const status of [500, 501]) await post('faults', { call, fault: { status } })
    const remove = (id: string) => emulator.fetch(`${here}faults?id=${id}`, { method: 'DELETE' })
    expect([(await remove('1')).status, (await remove('1')).status, (await remove('x')).status]).toEqual([
      204, 404, 400,
    ])
    expect(await dataOf(await get('faults'))).toMatchObject([{ id: 2 }])
  })

  it('shows in one answer whether anything has changed, and how many records of each kind there are', async () => {
    const status = async () => (await get('status')).json()
    const before = await status()
    expect(before).toMatchObject({
      now: '2026-11-21T12:00:00.000Z',
      mode: 'strict',
      tokenId: emulator.apiToken.tokenId,
      counts: { mails: 0, requests: 0, armedFaults: 0, firedFaults: 0, accounts: 0 },
    })
    expect(await status()).toEqual(before)
    await emulator.provision()
    await send(emulator, 'GET /customers')
    emulator.faults.next('GET /customers', { drop: true })
    const after = await status()
    expect(after.counts).toMatchObject({ requests: 1, armedFaults: 1, accounts: 1 })
    expect(after.revision).toBeGreaterThan(before.revision)
  })

  it('lists the accounts with their owners, balances and credentials, and finds them by part of a text', async () => {
    await emulator.provision({ email: 'ada@example.com', fullName: 'Ada Lovelace', balance: 5 })
    const { account } = await emulator.provision({ email: 'grace@example.com', accountType: 'INTERNAL_FIAT' })
    const [first, second] = await dataOf(await get('accounts'))
    expect(first).toMatchObject({
      customer: { fullName: 'Ada Lovelace' },
      account: { balance: { amount: 5, currency: { code: 'USDB', decimals: 6 } } },
      credentials: [{ type: 'EMAIL_OTP', nickname: 'ada@example.com' }],
    })
    expect(second).toMatchObject({ account: { id: account.id }, credentials: [] })
    const found = await (await get('accounts?search=LOVE')).json()
    expect([found.totalCount, found.data[0].customer.fullName]).toEqual([1, 'Ada Lovelace'])
    const one = await (await get('accounts?limit=1')).json()
    expect([one.totalCount, one.data.length]).toEqual([2, 1])
  })

  it.each(['ada+x@example.com', 'ada%2Bx@example.com', 'Ada+Love', 'Ada%20Love', 'ADA LOVE'])(
    'finds an account by %j, in which a plus may stand for a space',
    async (search) => {
      await emulator.provision({ email: 'ada+x@example.com', fullName: 'Ada Lovelace' })
      expect((await (await get(`accounts?search=${search}`)).json()).totalCount).toBe(1)
    },
  )

  it('returns the id of an existing record of each type, and the ids that belong to a given account', async () => {
    expect(await (await get('ids')).json()).toEqual({ ids: {} })
    const ada = await emulator.provision({ email: 'ada@example.com' })
    const grace = await emulator.provision({ email: 'grace@example.com' })
    const [credential] = await credentialsOf(emulator, ada.account)
    expect(await (await get('ids')).json()).toEqual({
      ids: { InternalAccount: ada.account.id, Customer: ada.customer.id, AuthMethod: credential?.id },
    })
    const { ids } = await (await get(`ids?accountId=${grace.account.id}`)).json()
    expect(ids).toMatchObject({ InternalAccount: grace.account.id, Customer: grace.customer.id })
  })

  it('lists the requests after a given one, or only the newest, and clears them', async () => {
    for (let sent = 0; sent < 3; sent++) await send(emulator, 'GET /customers')
    const ids = async (query: string) => (await dataOf(await get(`requests${query}`))).map(({ id }) => id)
    expect([await ids(''), await ids('?after=1'), await ids('?limit=1'), await ids('?limit=0')]).toEqual([
      [1, 2, 3],
      [2, 3],
      [3],
      [],
    ])
    expect((await get('requests?after=-1')).status).toBe(400)
    await emulator.fetch(`${here}requests`, { method: 'DELETE' })
    await send(emulator, 'GET /customers')
    expect(await ids('')).toEqual([4])
  })

  it('credits an account, and explains why it refuses a credit', async () => {
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    expect((await post('fund', { accountId: account.id, amount: 7 })).status).toBe(204)
    expect(emulator.ledger.balance(account.id, 'USD')).toBe(7n)
    const refused = await post('fund', { accountId: 'InternalAccount:none', amount: 7 })
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'INVALID_INPUT'])
  })

  it('issues ID tokens that can create a credential', async () => {
    const { account } = await emulator.provision({ credential: false })
    const { idToken } = await (await post('id-token', { sub: 'ada', email: 'ada@example.com' })).json()
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: idToken }
    expect((await send(emulator, 'POST /auth/credentials', { body })).status).toBe(201)
  })

  it('shows only public keys', async () => {
    const text = await (await get('keys')).text()
    expect(JSON.parse(text)).toMatchObject({
      webhookPublicKey: emulator.webhookPublicKey,
      exportSigner: emulator.exportSigner,
      issuer: { url: emulator.issuer.url },
    })
    expect(text).not.toMatch(/"d":|PRIVATE/)
  })

  it('shows the requests with their secrets redacted, and resets', async () => {
    await send(emulator, 'GET /customers')
    const requests = await dataOf(await get('requests'))
    expect(requests.map(({ path }) => path)).toEqual(['/customers'])
    expect(JSON.stringify(requests)).not.toContain(emulator.apiToken.clientSecret)
    expect((await post('reset')).status).toBe(204)
    expect(await dataOf(await get('requests'))).toEqual([])
  })

  it('sends a call with the token of the emulator, and never reveals that token', async () => {
    const { customer } = await emulator.provision()
    const sent = await post('send', { method: 'GET', path: `/customers/${customer.id}` })
    const answer = await sent.json()
    expect(answer).toMatchObject({ status: 200, duration: 0, body: { id: customer.id } })
    expect(JSON.stringify(answer)).not.toContain(emulator.apiToken.clientSecret)
    expect(emulator.requests().map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', `/customers/${customer.id}`, 200],
    ])
  })

  it('sends a body and headers, including an access token instead of the API token', async () => {
    const body = { customerType: 'INDIVIDUAL', platformCustomerId: 'ada' }
    const made = await post('send', { method: 'POST', path: '/customers', body })
    expect(await made.json()).toMatchObject({ status: 201, body: { platformCustomerId: 'ada' } })
    const headers = { Authorization: 'Bearer nobody' }
    const refused = await post('send', { method: 'GET', path: '/agents/me', headers })
    expect(await refused.json()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  it('sends a call that a fault affects', async () => {
    emulator.faults.next('GET /customers', { drop: true })
    const sent = await post('send', { method: 'GET', path: '/customers' })
    expect(await sent.json()).toEqual({ status: 'cut', duration: 0 })
  })

  it('sends calls only to the service, not to the control paths', async () => {
    const { account } = await emulator.provision({ balance: 5 })
    const sent = await post('send', { method: 'POST', path: '/../emulator/reset' })
    expect(await sent.json()).toMatchObject({ status: 404 })
    expect(emulator.ledger.balance(account.id, 'USDB')).toBe(5n)
  })

  it('answers under the names of the option, and whether it runs under any name', async () => {
    const named = createEmulator({ controlHosts: ['emulator'] })
    const asked = async (one: Emulator, url: string): Promise<number> => (await one.fetch(url)).status
    expect(await asked(named, 'http://emulator:4010/emulator/clock')).toBe(200)
    expect(await asked(named, 'http://other:4010/emulator/clock')).toBe(403)
    expect(await asked(emulator, 'http://other:4010/emulator/health')).toBe(200)
  })

  it.each([
    ['GET', 'inbox?To=ada@example.com', 'To'],
    ['GET', 'accounts?serach=ada', 'serach'],
    ['POST', 'reset?all=1', 'all'],
  ])('refuses %s %s, and names the parameter', async (method, path, name) => {
    const answer = await emulator.fetch(`${here}${path}`, { method })
    expect([answer.status, (await answer.json()).details.issues]).toEqual([400, [name]])
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
    'answers its page at %s',
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
    ['an unknown factor', 'provision', { sca: { factor: 'VOICE' } }],
    ['three challenges', 'provision', { sca: { challenges: 3 } }],
    ['an authenticator app without its secret', 'provision', { sca: { factor: 'TOTP' } }],
    ['a body for a reset', 'reset', { all: true }],
    ['a call without a path', 'send', { method: 'GET' }],
    ['a call with an unknown method', 'send', { method: 'TRACE', path: '/' }],
    ['a call of another host', 'send', { method: 'GET', path: 'https://evil.example/' }],
    ['a GET with a body', 'send', { method: 'GET', path: '/customers', body: {} }],
    ['a header that is not a name', 'send', { method: 'GET', path: '/', headers: { 'a b': 'c' } }],
    ['a header with a line break', 'send', { method: 'GET', path: '/', headers: { a: 'b\nc' } }],
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
