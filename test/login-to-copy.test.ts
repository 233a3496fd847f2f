/** The logins that people copy: a browser that has a cookie proves nothing when somebody logs in on it. @module */
import { createWallet } from 'embedded-wallet-auth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { onPath } from '../scripts/system-packages.js'
import {
  ask,
  byPassword,
  close,
  cookieOf,
  type Handler,
  launch,
  load,
  page,
  service,
} from './copied-platform.js'
import { only, readTree } from './tree.js'

const ada = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const bob = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d45'
const people = { 'correct horse': ada, 'battery staple': bob }
const nowhere = {
  NODE_ENV: 'production',
  SERVICE_URL: 'http://127.0.0.1:9/2025-10-13',
  SERVICE_TOKEN_ID: 'id',
  SERVICE_SECRET: 'secret',
  SHOP_ID: bob,
}

/** A name, and what starts it. */
type Copy = readonly [string, () => Promise<Handler>]

const examples = [...only(readTree('examples'), /platform\.js$/)]
const platforms = [
  'templates/common/platform.ts',
  ...examples.filter(([, text]) => text.includes('createLogin(')).map(([file]) => file),
]
const here = platforms.map(
  (file): Copy => [file, async () => (await load(file, byPassword(people)))(page.Origin, nowhere)],
)

const inPython = [
  /demo = os.*\n.*/,
  `id = ${JSON.stringify(people)}.get(request.headers.get("X-Password"))\n    return [id] if id else None`,
] as const
const ids = Object.entries(people).flatMap((pair) => pair.map((text) => `"${text}"`))
const inJava = [
  /return Optional.*ACCOUNT_ID.*/,
  `return Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Password")).map(Map.of(${ids})::get).map(List::of);`,
] as const
const elsewhere = [
  ['python3', 'examples/python-login/app.py', inPython] as const,
  ['java', 'examples/java-login/Login.java', inJava] as const,
]
  .filter(([command]) => onPath(command))
  .map(([command, file, whoIs]): Copy => [file, () => launch(command, file, whoIs)])

afterAll(close)

/** Logs somebody in on a browser that has this cookie. */
const logIn = (platform: Handler, password: string, Cookie = '') =>
  ask(platform, 'POST /api/login', { ...page, 'X-Password': password, Cookie })

describe.each([...here, ...elsewhere])('%s', (_, start) => {
  let platform: Handler
  beforeAll(async () => {
    platform = await start()
  })
  // A log-out, a quote and an order need the same: what every platform answers to nobody is 401.
  const isKnown = async (Cookie: string) => {
    const { status } = await ask(platform, 'POST /api/unknown', { ...page, Cookie })
    expect([401, 404]).toContain(status)
    return status === 404
  }

  it('a login over HTTPS has a cookie that no other host can set and no script can read', async () => {
    const cookie = (await logIn(platform, 'correct horse')).headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^__Host-login=[\w-]{36,};/)
    const attributes = ['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(cookie.split('; ').slice(1).sort()).toEqual(attributes)
    const [, secret = ''] = /=([\w-]+)/.exec(cookie) ?? []
    expect([await isKnown(`__Host-login=${secret}`), await isKnown(`login=${secret}`)]).toEqual([true, false])
  })

  it('a wrong password is refused in a browser where somebody is logged in, who stays so', async () => {
    const cookie = cookieOf(await logIn(platform, 'correct horse'))
    const refused = await logIn(platform, 'guess', cookie)
    expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([401, null])
    expect(await refused.text()).not.toContain(ada)
    expect(await isKnown(cookie)).toBe(true)
  })

  it('somebody who logs in after another person gets their own account, and the other’s login ends', async () => {
    const first = cookieOf(await logIn(platform, 'correct horse'))
    const answer = await logIn(platform, 'battery staple', first)
    expect(await answer.json()).toEqual({ accountId: bob })
    const second = cookieOf(answer)
    expect(second).not.toBe(first)
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true])
  })

  it('a person who logs in again gets a new cookie, and the one before is worth nothing', async () => {
    const first = cookieOf(await logIn(platform, 'correct horse'))
    const second = cookieOf(await logIn(platform, 'correct horse', first))
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true])
  })
})

describe.each(elsewhere)('%s', (_, start) => {
  it('the login session goes on when the same person logs in again, and is another for anyone else', async () => {
    const platform = await start()
    const sessionOf = async (Cookie: string) => {
      const answer = await ask(platform, 'GET /internal/login', { Cookie })
      return (await answer.json()).loginSession
    }
    const first = cookieOf(await logIn(platform, 'correct horse'))
    const id = await sessionOf(first)
    expect(id).toMatch(/^\w{32}$/)
    const second = cookieOf(await logIn(platform, 'correct horse', first))
    expect(await sessionOf(second)).toBe(id)
    expect(await sessionOf(cookieOf(await logIn(platform, 'battery staple', second)))).not.toBe(id)
  })
})

describe.each(platforms)('%s', (file) => {
  afterEach(() => void vi.useRealTimers())

  it('a log-in drops the logins that have ended, for good', async () => {
    const platform = await (await load(file, byPassword(people)))(page.Origin, nowhere)
    const cookie = cookieOf(await logIn(platform, 'correct horse'))
    const isThere = async () => (await ask(platform, 'GET /api/me', { ...page, Cookie: cookie })).ok
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 8 * 60 * 60 * 1000 })
    expect(await isThere()).toBe(false)
    // Back in time, a login that has ended but was not dropped would be there again.
    vi.setSystemTime(now)
    expect(await isThere()).toBe(true)
    vi.setSystemTime(now + 8 * 60 * 60 * 1000)
    await logIn(platform, 'battery staple')
    vi.setSystemTime(now)
    expect(await isThere()).toBe(false)
  })

  it('a sign-in to the wallet counts on when the person logs in again, and not after a log-out', async () => {
    const { emulator, account, other, env } = await service()
    const whoIs = byPassword({ 'correct horse': account.id, 'battery staple': other.id })
    const platform = await (await load(file, whoIs))(page.Origin, env)
    let cookie = cookieOf(await logIn(platform, 'correct horse'))
    const wallet = createWallet({
      accountId: account.id,
      backend: (request) => {
        const { pathname, search } = new URL(request.url)
        const sent = new Request(`${page.Origin}/wallet${pathname}${search}`, request)
        sent.headers.set('Cookie', cookie)
        return platform(sent)
      },
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: emulator.inbox.latest('ada@example.com')?.otp ?? '' })
    cookie = cookieOf(await logIn(platform, 'correct horse', cookie))
    await wallet.sessions.refresh()
    await ask(platform, 'POST /api/logout', { ...page, Cookie: cookie })
    cookie = cookieOf(await logIn(platform, 'correct horse', cookie))
    await expect(wallet.sessions.refresh()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    wallet.dispose()
  })
})
