/**
 * `platform.ts` and `login.ts`, which `init` writes, and which every example has in JavaScript: they let nobody in whom
 * they do not know.
 * @module
 */
import { createWallet } from 'embedded-wallet-auth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  ask,
  byPassword,
  close,
  cookieOf,
  foreign,
  type Handler,
  load,
  origin,
  page,
  service,
} from './copied-platform.js'

const file = 'templates/common/platform.ts'
const password = 'correct horse'

afterAll(close)

describe('the platform as it is copied', () => {
  const set = {
    SERVICE_URL: 'http://127.0.0.1:9/2025-10-13',
    SERVICE_TOKEN_ID: 'id',
    SERVICE_SECRET: 'secret',
    SHOP_ID: 'InternalAccount:1',
  }
  const emulated = {
    ...set,
    ACCOUNT_ID: 'InternalAccount:2',
    EMULATOR_CONTROL_URL: 'http://127.0.0.1:9/emulator/',
  }
  it.each<[string, RegExp, Readonly<Record<string, string>>]>([
    ['a service', /write `whoIs` in login\.ts/, set],
    ['a service in production', /write `whoIs`/, { ...set, NODE_ENV: 'production' }],
    ['a service and ALLOW_EMULATOR', /write `whoIs`/, { ...set, ALLOW_EMULATOR: '1' }],
    ['a service and an account', /write `whoIs`/, { ...set, ACCOUNT_ID: 'InternalAccount:2' }],
    [
      'a service and the controls of an emulator elsewhere',
      /write `whoIs`/,
      { ...emulated, EMULATOR_CONTROL_URL: 'http://127.0.0.1:4010/emulator/' },
    ],
    ['an emulator’s variables in production', /write `whoIs`/, { ...emulated, NODE_ENV: 'production' }],
    [
      'SERVICE_URL alone',
      /SERVICE_TOKEN_ID, SERVICE_SECRET, SHOP_ID is missing/,
      { SERVICE_URL: set.SERVICE_URL },
    ],
    ['all but the secret', /half set: SERVICE_SECRET is missing/, { ...set, SERVICE_SECRET: '' }],
    ['production alone', /Set SERVICE_URL/, { NODE_ENV: 'production' }],
  ])('the platform does not start with %s', async (_, message, env) => {
    await expect((await load(file))(origin, env)).rejects.toThrow(message)
  })

  it('the platform takes the variables of an emulator that runs elsewhere, and its wallet as the one user', async () => {
    const { account, env } = await service()
    const control = `${new URL(env.SERVICE_URL).origin}/emulator/`
    const more = { NODE_ENV: 'test', ACCOUNT_ID: account.id, EMULATOR_CONTROL_URL: control }
    const platform = await (await load(file))(origin, { ...env, ...more })
    const login = await ask(platform, 'POST /api/login', page)
    expect(await login.json()).toEqual({ accountId: account.id })
    const Cookie = cookieOf(login)
    expect((await ask(platform, 'POST /api/quotes', { ...page, Cookie })).status).toBe(200)
  })

  it('the platform refuses a shop whose account is not in dollars, in which 20 dollars would be a fifth of a cent', async () => {
    const { emulator, account, env } = await service()
    const { account: other } = await emulator.provision({ email: 'grace@example.com' })
    const control = `${new URL(env.SERVICE_URL).origin}/emulator/`
    const more = {
      NODE_ENV: 'test',
      ACCOUNT_ID: account.id,
      EMULATOR_CONTROL_URL: control,
      SHOP_ID: other.id,
    }
    const platform = await (await load(file))(origin, { ...env, ...more })
    const login = await ask(platform, 'POST /api/login', page)
    const Cookie = cookieOf(login)
    await expect(ask(platform, 'POST /api/quotes', { ...page, Cookie })).rejects.toThrow('SHOP_ID must be')
  })

  it('in development the platform logs its one user in, who signs in and pays', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const here = 'http://localhost:3000'
    const platform = await (await load(file))(here, {})
    const call = (path: string, init?: RequestInit) => platform(new Request(`${here}${path}`, init))
    expect((await call('/api/me')).status).toBe(401)
    const login = await call('/api/login', { method: 'POST' })
    const cookie = login.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^login=[\w-]{36}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/)
    const headers = { Cookie: cookie.split(';')[0] ?? '' }
    const { accountId } = await login.json()
    expect(await (await call('/api/me', { headers })).json()).toEqual({ accountId })
    const backend: Handler = (request) => {
      const { pathname, search } = new URL(request.url)
      const sent = new Request(`${here}/wallet${pathname}${search}`, request)
      sent.headers.set('Cookie', headers.Cookie)
      return platform(sent)
    }
    const wallet = createWallet({ accountId, backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: /the code is (\w+)/.exec(String(print.mock.calls))?.[1] ?? '' })
    const quote = await (await call('/api/quotes', { method: 'POST', headers })).json()
    expect(await wallet.executeQuote(quote)).toMatchObject({ status: 'COMPLETED' })
    // Another browser, which knows nothing of the payment, asks for the same order.
    const post = async (path: string) => (await call(path, { method: 'POST', headers })).json()
    expect(await post('/api/quotes')).toMatchObject({ id: quote.id, status: 'COMPLETED' })
    await post(`/api/orders?after=${quote.id}`)
    // Two tabs ask at the same moment.
    const [first, second] = await Promise.all([post('/api/quotes'), post('/api/quotes')])
    expect(first.id).not.toBe(quote.id)
    expect(second.id).toBe(first.id)
    // The other tab still shows the payment before it.
    await post(`/api/orders?after=${quote.id}`)
    await post('/api/orders')
    expect((await post('/api/quotes')).id).toBe(first.id)
    await post(`/api/orders?after=${first.id}`)
    expect((await post('/api/quotes')).id).not.toBe(first.id)
    expect((await call('/api/quotes', { headers })).status).toBe(404)
    wallet.dispose()
    print.mockRestore()
  })
})

describe('the platform with a login, in production', () => {
  let stage: Awaited<ReturnType<typeof service>>
  let platform: Handler
  let cookie = ''
  let calls: readonly string[] = []

  beforeAll(async () => {
    stage = await service()
    const { account, env } = stage
    platform = await (await load(file, byPassword({ [password]: account.id })))(origin, env)
    const login = await ask(platform, 'POST /api/login', { ...page, 'X-Password': password })
    cookie = login.headers.get('Set-Cookie') ?? ''
    const listed = await ask(platform, `GET /wallet/auth/credentials?accountId=${account.id}`, {
      Cookie: cookie.split(';')[0] ?? '',
    })
    const { data } = await listed.json()
    calls = [
      'GET /api/me',
      'POST /api/quotes',
      'POST /api/login',
      `GET /wallet/auth/credentials?accountId=${account.id}`,
      `GET /wallet/auth/sessions?accountId=${account.id}`,
      `POST /wallet/auth/credentials/${data[0].id}/challenge`,
    ]
  })

  it('the cookie of a platform on HTTPS is __Host-, HttpOnly, Secure and SameSite', () => {
    expect(cookie).toMatch(/^__Host-login=[\w-]{36}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('somebody who is logged in gets an account, a quote and a code', async () => {
    const headers = { ...page, Cookie: cookie.split(';')[0] ?? '' }
    for (const call of calls.filter((each) => !each.endsWith('/login')))
      expect([call, (await ask(platform, call, headers)).ok]).toEqual([call, true])
    expect(stage.emulator.inbox.latest('ada@example.com')).toBeDefined()
  })

  it.each<[string, (id: string) => Readonly<Record<string, string>>]>([
    ['no header', () => ({})],
    ['the headers of the page', () => page],
    ['the origin of another site', () => foreign],
    ['a wrong password', () => ({ ...page, 'X-Password': 'guess' })],
    ['the password, from another site', () => ({ ...foreign, 'X-Password': password })],
    ['a guessed cookie', () => ({ ...page, Cookie: `__Host-login=${crypto.randomUUID()}` })],
    [
      'a cookie without the prefix, which a subdomain could set',
      (id) => ({ ...page, Cookie: `login=${id}` }),
    ],
    ['the cookie, from another site', (id) => ({ ...foreign, Cookie: `__Host-login=${id}` })],
  ])('a request with %s gets no data and sends no code', async (_, headersFor) => {
    const { emulator, account } = stage
    const id = /=([\w-]+)/.exec(cookie)?.[1] ?? ''
    const before = [emulator.requests().length, emulator.inbox.latest('ada@example.com')]
    for (const call of calls) {
      const answer = await ask(platform, call, headersFor(id))
      expect([call, answer.status]).toEqual([call, expect.toSatisfy((status) => [401, 403].includes(status))])
      expect(await answer.text()).not.toContain(account.id)
      expect(answer.headers.get('Set-Cookie')).toBeNull()
    }
    expect([emulator.requests().length, emulator.inbox.latest('ada@example.com')]).toEqual(before)
  })

  it('a login ends after eight hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 60 * 60 * 1000 })
    const answer = await ask(platform, 'GET /api/me', { ...page, Cookie: cookie.split(';')[0] ?? '' })
    vi.useRealTimers()
    expect(answer.status).toBe(401)
  })

  it('a log-out ends the login at once, for a copy of the cookie, too, and needs the page', async () => {
    const login = await ask(platform, 'POST /api/login', { ...page, 'X-Password': password })
    const headers = { ...page, Cookie: cookieOf(login) }
    const refused = await ask(platform, 'POST /api/logout', { ...headers, ...foreign })
    expect([refused.status, await refused.json()]).toEqual([403, { code: 'WRONG_ORIGIN', origin }])
    expect((await ask(platform, 'GET /api/me', headers)).status).toBe(200)
    const out = await ask(platform, 'POST /api/logout', headers)
    expect(out.headers.get('Set-Cookie')).toBe(
      '__Host-login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
    expect((await ask(platform, 'GET /api/me', headers)).status).toBe(401)
    // Somebody whose login has ended can still log out.
    expect((await ask(platform, 'POST /api/logout', headers)).headers.get('Set-Cookie')).toContain(
      'Max-Age=0',
    )
  })
})
