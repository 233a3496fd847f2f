/** The demo's server, tested through its handler. @module */
import { steppedClock } from 'embedded-wallet-auth-emulator'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { WorkbenchView } from '../contract.js'
import { createDemo, type Demo } from './index.js'

const origin = 'http://localhost:5173'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

let demo: Demo
let cookie = ''

/** Makes a call as the page does. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(origin + path, {
    method,
    headers: {
      Origin: origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      Cookie: cookie,
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const response = await demo.handler(request)
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json().catch(() => undefined),
  }
}

async function logIn(person: string): Promise<string> {
  const { headers } = await call('POST', '/demo/login', { person })
  const set = headers.get('Set-Cookie') ?? ''
  cookie = set.split(';')[0] ?? ''
  return set
}

const accountOf = (person: string): string => demo.cast().customers.get(person)?.accountId ?? ''
const receiver = (): string => demo.cast().receivers[0]?.id ?? ''

beforeEach(async () => {
  cookie = ''
  demo = await createDemo({ clock: steppedClock() })
})

describe('login', () => {
  test('the login cookie is out of reach of scripts and other sites', async () => {
    expect(await logIn('ada')).toMatch(/^demo_login=[\w-]{36}; .*HttpOnly; SameSite=Strict$/)
  })

  test('without a login cookie the demo knows no person', async () => {
    expect((await call('GET', '/demo/me')).body).toBeNull()
  })

  test('with a login cookie the demo knows the wallet, and its balance is the service’s', async () => {
    await logIn('ada')
    expect((await call('GET', '/demo/me')).body).toMatchObject({
      person: { key: 'ada' },
      account: { id: accountOf('ada'), balance: { amount: 1_472_500_000, currency: { code: 'USDB' } } },
    })
  })

  test('a login cookie is worth nothing after logging out', async () => {
    await logIn('ada')
    await call('POST', '/demo/logout')
    expect((await call('GET', '/demo/activity')).status).toBe(401)
  })

  test('a guessed login cookie is worth nothing', async () => {
    cookie = `demo_login=${crypto.randomUUID()}`
    expect((await call('GET', '/demo/activity')).status).toBe(401)
  })

  test('a person who does not exist cannot log in', async () => {
    expect((await call('POST', '/demo/login', { person: 'eve' })).status).toBe(404)
  })
})

describe('the backend', () => {
  test('the backend answers 401 without a login', async () => {
    const path = `/wallet/auth/credentials?accountId=${accountOf('ada')}`
    expect((await call('GET', path)).status).toBe(401)
  })

  test('the backend answers for a person’s own wallet and no other', async () => {
    await logIn('ada')
    expect((await call('GET', `/wallet/auth/credentials?accountId=${accountOf('ada')}`)).status).toBe(200)
    expect((await call('GET', `/wallet/auth/credentials?accountId=${accountOf('alan')}`)).status).toBe(403)
  })

  test('the backend does not create quotes', async () => {
    await logIn('ada')
    expect((await call('POST', '/wallet/quotes', {})).status).toBe(404)
  })

  test('the backend tells the emulator’s time, in refusals too', async () => {
    const { headers } = await call('GET', `/wallet/auth/credentials?accountId=${accountOf('ada')}`)
    expect(headers.get('Date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  })
})

describe('other origins', () => {
  test.each([
    { Origin: 'http://localhost:6666' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('a call with %o is refused', async (headers) => {
    expect((await call('POST', '/demo/login', { person: 'ada' }, headers)).status).toBe(403)
  })
})

describe('quotes', () => {
  test('a quote is for the wallet of the person who is logged in, and has a payload to stamp', async () => {
    await logIn('ada')
    const { status, body } = await call('POST', '/demo/quotes', {
      receiverId: receiver(),
      amount: 25_000_000,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      source: { accountId: accountOf('ada') },
      totalSendingAmount: 25_000_000,
      payloadToSign: expect.any(String),
    })
  })

  test('a quote ignores a source that the page chooses', async () => {
    await logIn('ada')
    const order = { receiverId: receiver(), amount: 1_000_000, accountId: accountOf('alan') }
    expect((await call('POST', '/demo/quotes', order)).body).toMatchObject({
      source: { accountId: accountOf('ada') },
    })
  })

  test('a wallet that is not a saved receiver cannot be quoted for', async () => {
    await logIn('ada')
    const order = { receiverId: accountOf('mary'), amount: 1_000_000 }
    expect((await call('POST', '/demo/quotes', order)).status).toBe(404)
  })

  test.each([0, -1, 1.5, '25', null, 2 ** 60])('a quote for the amount %j is refused', async (amount) => {
    await logIn('ada')
    expect((await call('POST', '/demo/quotes', { receiverId: receiver(), amount })).status).toBe(400)
  })

  test('a quote is refused without a login', async () => {
    expect((await call('POST', '/demo/quotes', { receiverId: receiver(), amount: 1 })).status).toBe(401)
  })

  test('a quote that was not executed does not show in the activity', async () => {
    await logIn('ada')
    await call('POST', '/demo/quotes', { receiverId: receiver(), amount: 1_000_000 })
    expect((await call('GET', '/demo/activity')).body).toMatchObject([
      { direction: 'in' },
      { direction: 'in' },
    ])
  })
})

describe('the identity provider', () => {
  test('the identity provider binds its token to the nonce and the person', async () => {
    const nonce = 'ab'.repeat(32)
    const { body } = await call('POST', '/demo/identity/token', { person: 'ada', nonce })
    const { idToken } = body as { readonly idToken: string } // the type of the route's answer
    const claims: unknown = JSON.parse(
      atob(idToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    )
    expect(claims).toMatchObject({ nonce, email: 'ada@example.com' })
  })

  test('the identity provider issues no token without a nonce', async () => {
    expect((await call('POST', '/demo/identity/token', { person: 'ada', nonce: '' })).status).toBe(400)
  })
})

describe('the workbench', () => {
  test('the wire log shows both legs of a call, and no secret of either', async () => {
    await logIn('ada')
    const otp = await proveByCode()
    const { wire } = (await call('GET', '/demo/workbench')).body as {
      readonly wire: readonly { leg: string }[]
    } // WorkbenchView
    expect(new Set(wire.map(({ leg }) => leg))).toEqual(new Set(['page → backend', 'backend → service']))
    const text = JSON.stringify(wire)
    expect(text).toContain('/verify')
    const secret = btoa(`${demo.emulator.apiToken.tokenId}:${demo.emulator.apiToken.clientSecret}`)
    for (const hidden of [otp, cookie.slice('demo_login='.length), secret]) expect(text).not.toContain(hidden)
  })

  test('the wire log shows a stamped payload whole, and shortens answers', async () => {
    await logIn('ada')
    const order = { receiverId: receiver(), amount: 1_000_000 }
    const { body } = await call('POST', '/demo/quotes', order)
    const { id, payloadToSign } = body as { readonly id: string; readonly payloadToSign: string } // the interface's quote
    const headers = { 'Wallet-Signature': 'bm8gc3RhbXA' }
    await call('POST', `/wallet/quotes/${id}/execute`, undefined, headers)
    const { wire } = (await call('GET', '/demo/workbench')).body as WorkbenchView // the type of the route's answer
    const stamped = wire.filter(({ path }) => path.endsWith('/execute'))
    expect(stamped.map((entry) => entry.stamped)).toEqual(stamped.map(() => payloadToSign))
    expect(stamped.map(({ leg }) => leg)).toContain('page → backend')
    expect(wire.find(({ path }) => path === '/quotes')?.answer).toMatchObject({ id })
  })

  test('the audit log names the person, the operation and the outcome of each call, refusals included', async () => {
    await call('GET', `/wallet/auth/credentials?accountId=${accountOf('ada')}`)
    await logIn('ada')
    await proveByCode()
    const path = `/wallet/internal-accounts/${accountOf('ada')}/export`
    expect((await call('POST', path, { clientPublicKey: await freshKey() })).status).toBe(202)
    expect((await call('POST', path, { clientPublicKey: await freshKey() })).status).toBe(403)
    await call('GET', `/wallet/auth/credentials?accountId=${accountOf('alan')}`)
    const { audit } = (await call('GET', '/demo/workbench')).body as WorkbenchView // the type of the route's answer
    const rows = audit.map(({ person, operation, outcome, by, code }) => [
      person,
      operation,
      outcome,
      by,
      code,
    ])
    expect(rows[0]).toEqual([undefined, 'listCredentials', 'refused', 'backend', 'NOT_LOGGED_IN'])
    expect(rows).toContainEqual(['Ada Lovelace', 'verifyCredential', 'done', 'service', undefined])
    expect(rows.slice(-3)).toEqual([
      ['Ada Lovelace', 'exportWallet', 'challenged', 'service', undefined],
      ['Ada Lovelace', 'exportWallet', 'refused', 'backend', 'STEP_UP_REQUIRED'],
      ['Ada Lovelace', 'listCredentials', 'refused', 'backend', 'FORBIDDEN'],
    ])
    expect(audit.map(({ number }) => number)).toEqual(audit.map((_, index) => index + 1))
  })

  test('the audit log keeps the newest 120 events, shows 60 of them, and is empty after starting over', async () => {
    await logIn('ada')
    const path = `/wallet/auth/credentials?accountId=${accountOf('ada')}`
    for (let calls = 0; calls < 130; calls += 1) await call('GET', path)
    const shown = async () => ((await call('GET', '/demo/workbench')).body as WorkbenchView).audit // the type of the route's answer
    expect((await shown()).map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 71),
    )
    await call('POST', '/demo/workbench/start-over')
    expect(await shown()).toEqual([])
  })

  test('the emulator’s control calls are answered to the page', async () => {
    const before = demo.emulator.clock.now()
    await call('POST', '/emulator/clock', { advance: 300_000 })
    expect(demo.emulator.clock.now() - before).toBe(300_000)
  })

  test('the workbench hears of a control call that changes something, and not of its own reading', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await call('GET', '/emulator/status')
    expect(vi.getTimerCount()).toBe(0)
    await call('POST', '/emulator/clock', { advance: 0 })
    expect(vi.getTimerCount()).toBe(1)
    vi.useRealTimers()
  })

  test('the emulator’s control calls are refused to a page of another origin', async () => {
    const headers = { Origin: 'http://localhost:6666' }
    expect((await call('POST', '/emulator/clock', { advance: 1 }, headers)).status).toBe(403)
  })

  test('a fault that is set in the workbench hits the next call', async () => {
    await logIn('ada')
    const fault = { status: 429, retryAfter: 30 }
    await call('POST', '/emulator/faults', { call: 'GET /auth/credentials', fault })
    const { status, headers } = await call('GET', `/wallet/auth/credentials?accountId=${accountOf('ada')}`)
    expect([status, headers.get('Retry-After')]).toEqual([503, '30'])
  })

  test('the workbench hears of a lost answer and of a lie, when they are armed and when they have happened', async () => {
    await logIn('ada')
    const hazards = async () => ((await call('GET', '/demo/workbench')).body as WorkbenchView).hazards // the type of the route's answer
    await call('POST', '/emulator/faults', { call: 'POST /quotes', fault: { answer: 'lost' } })
    await call('POST', '/demo/workbench/lie')
    expect(await hazards()).toEqual([
      { id: '1', call: 'POST /quotes' },
      { id: 'lie 1', call: 'lie' },
    ])
    const order = { receiverId: receiver(), amount: 1_000_000 }
    expect((await call('POST', '/demo/quotes', order)).status).toBe(502)
    const { body } = await call('POST', '/demo/quotes', order)
    expect(JSON.stringify(body)).toContain('ACTIVITY_TYPE_EXPORT_WALLET')
    const at = '2026-01-01T00:00:00.000Z'
    expect(await hazards()).toEqual([
      { id: '1', call: 'POST /quotes', happenedAt: at },
      { id: 'lie 1', call: 'lie', happenedAt: at },
    ])
  })

  test('starting over logs everyone out and gives everyone a new wallet', async () => {
    await logIn('ada')
    const before = accountOf('ada')
    await call('POST', '/demo/workbench/start-over')
    expect((await call('GET', '/demo/me')).body).toBeNull()
    expect(accountOf('ada')).not.toBe(before)
  })
})

test('a demo that continues plays the deployment that was chosen', async () => {
  await call('POST', '/emulator/profile', { profile: 'production' })
  const later = await createDemo({ clock: steppedClock(), saved: demo.save() })
  expect(later.emulator.profile()).toBe('production')
})

test('a path without a route is answered with 404', async () => {
  expect((await call('GET', '/demo/secrets')).status).toBe(404)
})

/** Signs Ada in with a mailed code. Resolves with the code. */
async function proveByCode(): Promise<string> {
  const { body: listed } = await call('GET', `/wallet/auth/credentials?accountId=${accountOf('ada')}`)
  const { data } = listed as { readonly data: readonly { readonly id: string }[] } // the interface's credential list
  await call('POST', `/wallet/auth/credentials/${data[0]?.id}/challenge`)
  const otp = demo.emulator.inbox.latest('ada@example.com')?.otp ?? ''
  const verify = { type: 'EMAIL_OTP', otp, clientPublicKey: await freshKey() }
  expect((await call('POST', `/wallet/auth/credentials/${data[0]?.id}/verify`, verify)).status).toBe(200)
  return otp
}

async function freshKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  return Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('hex')
}
