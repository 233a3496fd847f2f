import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator } from '../../../emulator/src/index.js'
import { serve } from '../../node/index.js'
import { runCli } from '../main.js'

type Handler = (request: Request) => Response | Promise<Response>

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  vi.unstubAllEnvs()
})

const served = async (handler: Handler) => {
  const { url, close } = await serve(handler, { port: 0 })
  ends.push(() => close({ timeout: 0 }))
  return url
}

/** Starts the command with a configuration file. Resolves when it listens, or when it has ended. */
async function start(config: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'backend-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'wallet.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  const [printed, complained]: [string[], string[]] = [[], []]
  const ending = new AbortController()
  const ended = runCli(['backend', '--config', file], {
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    signal: ending.signal,
  })
  const stop = () => {
    ending.abort()
    return ended
  }
  ends.push(stop)
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  ended.then(end, end)
  // Not a race with `ended`: the loser would go on polling, and tick the fake clock of the file that runs next.
  await vi.waitFor(() => expect(hasEnded || printed.length > 0).toBe(true), { interval: 2, timeout: 20_000 })
  const url = /http\S+$/.exec(printed[0] ?? '')?.[0] ?? ''
  return { url, printed, complained, ended, stop, folder }
}

/** An emulator, a login in front of it, and the backend as a process that asks this login. */
async function platform(login: Handler, changes: object = {}) {
  const emulator = createEmulator()
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  const asked: Request[] = []
  const [service, app] = await Promise.all([
    served(emulator.fetch),
    served((request) => {
      asked.push(request)
      return login(request)
    }),
  ])
  vi.stubEnv('SERVICE_TOKEN_ID', emulator.apiToken.tokenId)
  vi.stubEnv('SERVICE_SECRET', emulator.apiToken.clientSecret)
  const backend = await start({
    service: { baseUrl: `${service}/2025-10-13` },
    login: { url: `${app}/me` },
    relyingParty: { id: 'example.com', name: 'Example Bank' },
    origins: ['https://app.example.com'],
    listen: { port: 0 },
    events: true,
    ...changes,
  })
  const list = (headers: Record<string, string> = { Cookie: 'login=ada' }) =>
    fetch(`${backend.url}/wallet/auth/credentials?accountId=${account.id}`, { headers })
  return { ...backend, emulator, account, asked, list }
}

const loggedIn = (accountId: string): Response =>
  Response.json({ accountIds: [accountId], loginSession: 'session-1' })

const ada = () => {
  let accountId = ''
  const login: Handler = ({ headers }) =>
    headers.get('Cookie') === 'login=ada' ? loggedIn(accountId) : new Response(null, { status: 401 })
  return {
    login,
    as: (id: string) => {
      accountId = id
    },
  }
}

describe('the backend as a process', () => {
  it('asks the platform’s own login who sent a request, once and with the cookie alone', async () => {
    const { login, as } = ada()
    const { account, list, asked, printed, complained } = await platform(login)
    as(account.id)
    const answer = await list({
      Cookie: 'login=ada',
      'X-Request-Id': 'r-1',
      Authorization: 'x',
      'X-Other': 'y',
    })
    expect([answer.status, (await answer.json()).data]).toEqual([
      200,
      [expect.objectContaining({ accountId: account.id })],
    ])
    expect(asked).toHaveLength(1)
    const sent = Object.fromEntries(asked[0]?.headers ?? [])
    expect(sent).toEqual({
      ...{ host: expect.anything(), connection: 'keep-alive', accept: 'application/json' },
      ...{ 'accept-encoding': 'identity', cookie: 'login=ada', 'x-request-id': 'r-1' },
    })
    expect(JSON.parse(printed[1] ?? '')).toMatchObject({
      operation: 'listCredentials',
      requestId: 'r-1',
      status: 200,
    })
    expect(complained).toEqual([])
  })

  it('refuses a request without a cookie and does not ask, and one whose cookie nobody has', async () => {
    const { list, asked } = await platform(ada().login)
    expect((await list({})).status).toBe(401)
    expect(asked).toHaveLength(0)
    expect((await list({ Cookie: 'login=eve' })).status).toBe(401)
    expect(asked).toHaveLength(1)
  })

  it('takes each setting of the file that is an option of the backend', async () => {
    const { login, as } = ada()
    const settings = {
      $schema: './schema.json',
      topOrigins: ['https://other.example'],
      credentialTypes: ['PASSKEY'],
    }
    const { account, url, list } = await platform(login, settings)
    as(account.id)
    const { data } = await (await list()).json()
    const challenge = await fetch(`${url}/wallet/auth/credentials/${data[0].id}/challenge`, {
      method: 'POST',
      headers: { Cookie: 'login=ada', Origin: 'https://app.example.com' },
    })
    expect([challenge.status, (await challenge.json()).code]).toEqual([403, 'FORBIDDEN'])
  })

  it('asks again where the platform’s server has closed the connection that stayed open', async () => {
    let accountId = ''
    const used = new WeakSet<object>()
    const server = createServer(({ socket }, response) => {
      if (used.has(socket)) socket.destroy()
      used.add(socket)
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ accountIds: [accountId], loginSession: 's' }))
    }).listen(0, '127.0.0.1')
    ends.push(
      () => server.closeAllConnections(),
      () => server.close(),
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { account, list } = await platform(() => new Response(), {
      login: { url: `http://127.0.0.1:${port}/me` },
    })
    accountId = account.id
    expect([(await list()).status, (await list()).status]).toEqual([200, 200])
  })

  it('says of a login that encodes its answer unasked that it does', async () => {
    const { list, complained } = await platform(
      () => new Response(gzipSync('{}'), { headers: { 'Content-Encoding': 'gzip' } }),
    )
    expect((await list()).status).toBe(500)
    expect(complained.join()).toMatch(/login\.url answered with the encoding gzip, which was not asked for/)
  })

  it('does not follow a redirect of the login, so that the cookie reaches no other address', async () => {
    const other = vi.fn(() => new Response())
    const elsewhere = await served(other)
    const { list, complained } = await platform(
      () => new Response(null, { status: 302, headers: { Location: elsewhere } }),
    )
    const answer = await list()
    expect([answer.status, await answer.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'INTERNAL_ERROR', details: { forwarded: false } }),
    ])
    expect(other).not.toHaveBeenCalled()
    expect(complained.join()).toMatch(/login\.url answered 302\. Redirects are not followed/)
    expect(complained.join()).not.toContain('login=ada')
  })

  it.each([
    ['403', () => new Response(null, { status: 403 }), /login\.url answered 403\./],
    ['500', () => new Response('login=ada', { status: 500 }), /login\.url answered 500\./],
    [
      'something else than JSON',
      () => new Response('login=ada'),
      /answered 200, but the answer must be Object\./,
    ],
    [
      'no login session',
      () => Response.json({ accountIds: [] }),
      /answered 200, but loginSession is missing\./,
    ],
    [
      'a malformed account id',
      () => Response.json({ accountIds: ['login=ada'], loginSession: 's' }),
      /accountIds\.0 must be/,
    ],
    ['too much', () => new Response('a'.repeat(200_000)), /more than 131072 bytes/],
    ['nothing for a while', () => new Promise<Response>(() => {}), /no answer within 50 ms/, 503, 50],
  ])(
    'forwards nothing where the login answers %s, and says why without the cookie',
    async (_, login, message, status = 500, timeout = 9_000) => {
      const { list, complained, emulator } = await platform(login as Handler, {
        login: { url: `${await served(login as Handler)}/me`, timeout },
      })
      const answer = await list()
      expect(answer.status).toBe(status)
      expect(complained.join()).toMatch(message)
      expect(complained.join()).not.toContain('login=ada')
      expect(emulator.requests()).toEqual([])
    },
  )

  it('answers what is running when it is told to end, and is not ready meanwhile', async () => {
    const { login, as } = ada()
    let isAsked = () => {}
    let goOn = () => {}
    const asking = new Promise<void>((resolve) => (isAsked = resolve))
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const slow: Handler = async (request) => {
      isAsked()
      await held
      return login(request)
    }
    const { account, list, url, stop, printed } = await platform(slow, {
      listen: { port: 0, closeDelay: 100 },
    })
    as(account.id)
    expect([(await fetch(`${url}/health`)).status, (await fetch(`${url}/ready`)).status]).toEqual([200, 200])
    const answer = list()
    await asking
    const ended = stop()
    expect((await fetch(`${url}/ready`)).status).toBe(503)
    goOn()
    expect((await answer).status).toBe(200)
    expect(await ended).toBe(0)
    expect(printed[0]).toBe(`The backend listens on ${url}`)
  })

  it('reads the token again from its file when the service refuses it', async () => {
    const { login, as } = ada()
    const first = await platform(login)
    as(first.account.id)
    await first.stop()
    const { tokenId, clientSecret } = first.emulator.apiToken
    const folder = mkdtempSync(join(tmpdir(), 'token-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const tokenFile = join(folder, 'token.json')
    const write = (secret: string) =>
      writeFileSync(tokenFile, JSON.stringify({ tokenId, clientSecret: secret }))
    write('a-secret-that-was-replaced')
    const again = await start({
      service: { baseUrl: `${await served(first.emulator.fetch)}/2025-10-13`, tokenFile },
      login: { url: `${await served(login)}/me` },
      relyingParty: { id: 'example.com', name: 'Example Bank' },
      origins: ['https://app.example.com'],
      listen: { port: 0 },
    })
    const list = () =>
      fetch(`${again.url}/wallet/auth/credentials?accountId=${first.account.id}`, {
        headers: { Cookie: 'login=ada' },
      })
    write(clientSecret)
    expect((await list()).status).toBe(200)
    expect(again.complained).toEqual([])
  })

  it.each([
    ['{}', {}, /^service: is missing\.\nlogin: is missing\./],
    ['not JSON', {}, /^The configuration is not JSON\./],
    [{ origins: ['https://app.example.com/'] }, {}, /^origins must be a list of origins/],
    [{ allow: ['pay'] }, {}, /^allow: there is no operation "pay"\./],
    [{ basePath: 'a b' }, {}, /^basePath must be/],
    [{}, { SERVICE_SECRET: '' }, /^Set the variables SERVICE_TOKEN_ID and SERVICE_SECRET/],
    [{}, { SERVICE_TOKEN_ID: 'a:b' }, /^the token of the service\.tokenId is malformed/],
    [
      { service: { baseUrl: 'https://a', tokenFile: 'none.json' } },
      {},
      /^service\.tokenFile: .*none\.json does not exist\./,
    ],
    [
      { service: { baseUrl: 'https://a', tokenFile: 'wallet.json' } },
      {},
      /^service\.tokenFile: must contain/,
    ],
    [{ store: { type: 'redis' } }, {}, /^store: set "url", or the variable STORE_URL\./],
    [
      { store: { type: 'postgres', url: 'postgres://a', table: 'a b' } },
      {},
      /^`table` must be a plain identifier/,
    ],
  ])(
    'ends at once and says why for the configuration %j and the environment %j',
    async (changes, env, message) => {
      vi.stubEnv('SERVICE_TOKEN_ID', 'id')
      vi.stubEnv('SERVICE_SECRET', 'hunter22hunter22')
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
      const least = {
        service: { baseUrl: 'https://service.example' },
        login: { url: 'https://app.example.com/me' },
        relyingParty: { id: 'example.com', name: 'Example Bank' },
        origins: ['https://app.example.com'],
        listen: { port: 0 },
      }
      const { ended, complained, printed } = await start(
        typeof changes === 'string' ? changes : { ...least, ...changes },
      )
      expect(await ended).toBe(2)
      expect(complained).toHaveLength(1)
      expect(complained[0]).toMatch(message)
      expect(complained[0]).not.toContain('hunter22')
      expect(printed).toEqual([])
    },
  )

  it('says which setting to change where the port is in use', async () => {
    vi.stubEnv('SERVICE_TOKEN_ID', 'id')
    vi.stubEnv('SERVICE_SECRET', 'secret')
    const port = Number(new URL(await served(() => new Response())).port)
    const { ended, complained } = await start({
      service: { baseUrl: 'https://service.example' },
      login: { url: 'https://app.example.com/me' },
      relyingParty: { id: 'example.com', name: 'Example Bank' },
      origins: ['https://app.example.com'],
      listen: { port },
    })
    expect(await ended).toBe(2)
    expect(complained.join()).toMatch(
      /^listen: .* cannot be listened on \(EADDRINUSE\)\. Choose another port or hostname\./,
    )
  })

  it.each([
    [['backend'], 'backend needs --config FILE.'],
    [['backend', '--config', 'a', 'b'], 'Unexpected argument "b".'],
    [['backend', '--config', 'a', '--json'], 'Unknown option "--json".'],
    [['backend', '--config', '/nowhere/wallet.json'], '--config: /nowhere/wallet.json does not exist.'],
  ])('says what is wrong with the arguments %j of a backend', async (args, message) => {
    const complained: string[] = []
    const code = await runCli(args, {
      print: () => {},
      complain: (line) => complained.push(line),
      signal: new AbortController().signal,
    })
    expect([code, complained[0]?.split('\n')[0]]).toEqual([2, message])
  })
})
