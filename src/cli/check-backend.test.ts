import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/src/index.js'
import { type BackendOptions, createBackend } from '../backend/index.js'
import { frameHeaders } from '../diagnose/index.js'
import { serve } from '../node/index.js'
import { backendFindingCodes } from './backend-finding.js'
import { runCli } from './main.js'

type Handler = (request: Request) => Promise<Response>

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((close) => close()))
})

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const goodPage: Handler = async () => new Response('<!doctype html>', { headers: pageHeaders })

/** A backend on a port. Its page has the same origin, as if a reverse proxy served both. */
async function backendWith(
  options: Partial<BackendOptions> = {},
  wrap: (handler: Handler) => Handler = (handler) => handler,
  page: Handler = goodPage,
) {
  const emulator = createEmulator()
  const { account } = await emulator.provision()
  let handler: Handler = async () => new Response()
  const isForBackend = (request: Request) => new URL(request.url).pathname.startsWith('/wallet')
  const served = await serve((request) => (isForBackend(request) ? handler : page)(request), { port: 0 })
  const { close } = served
  // An address is not the id of a relying party.
  const url = served.url.replace('127.0.0.1', 'localhost')
  running.push(close)
  const backend = createBackend({
    service: { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch },
    authorize: (request) => (request.headers.get('Cookie') === 'login=ada' ? [account.id] : undefined),
    relyingParty: { id: new URL((options.origins ?? [url])[0] ?? url).hostname, name: 'Example Bank' },
    origins: [url],
    ...options,
  })
  handler = wrap(backend)
  return { url, account, emulator }
}

async function check(...args: string[]) {
  return checkOn('plain', ...args)
}

async function checkOn(colours: 'plain' | 'ansi', ...args: string[]) {
  const printed: string[] = []
  const code = await runCli(['check-backend', ...args], {
    colours,
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
    signal: new AbortController().signal,
  })
  return { code, printed }
}

/** The codes of the findings about `/wallet`, without the note on what was not checked. */
async function codes(url: string, ...args: string[]): Promise<readonly string[]> {
  const { printed } = await check(`${url}/wallet`, '--json', ...args)
  const findings: readonly { code: string; message: string; fix: string }[] = JSON.parse(printed.join())
  expect(findings.filter(({ message, fix }) => message === '' || fix === '')).toEqual([])
  return findings.map(({ code }) => code).filter((code) => code !== 'NOT_CHECKED')
}

/** Changes each answer. */
const answers =
  (change: (headers: Headers, status: number) => Response | undefined) =>
  (handler: Handler): Handler =>
  async (request) => {
    const answer = await handler(request)
    const headers = new Headers(answer.headers)
    return change(headers, answer.status) ?? new Response(answer.body, { status: answer.status, headers })
  }

/** Hides headers of the request from the backend. */
const without =
  (...names: string[]) =>
  (handler: Handler): Handler =>
  (request) => {
    const headers = new Headers(request.headers)
    for (const name of names) headers.delete(name)
    return handler(new Request(request, { headers }))
  }

describe('check-backend', () => {
  it('check-backend finds no problem in a backend that is served as documented', async () => {
    const { url } = await backendWith()
    const { code, printed } = await check(`${url}/wallet`)
    expect([code, printed.length]).toEqual([0, 2])
    expect(printed[1]).toMatch(/^1 note\./)
    expect(await codes(`${url}`)).toEqual([])
  })

  it('check-backend says what it has not checked', async () => {
    const { url, account } = await backendWith()
    const unseen = async (...args: string[]): Promise<string> =>
      (await check(`${url}/wallet`, ...args)).printed.filter((each) => each.includes('NOT_CHECKED')).join()
    const ada = ['--cookie', 'login=ada']
    expect(await unseen()).toContain('(what needs a login: --cookie is missing)')
    expect(await unseen(...ada)).toContain('(an account and the relying party: --account is missing)')
    expect(await unseen(...ada, '--account', account.id)).toBe('')
    const other = await backendWith({ allow: ['listCredentials', 'listSessions', 'challengeCredential'] })
    const args = [`${other.url}/wallet`, ...ada, '--account', other.account.id]
    expect((await check(...args)).printed.join()).toContain('the relying party: the answer was 404 NOT_FOUND')
  })

  it.each([
    ['https://localhost', 'RELYING_PARTY_INVALID'],
    ['Localhost', 'RELYING_PARTY_INVALID'],
    ['relying-party.invalid', 'RELYING_PARTY_MISMATCH'],
  ])('check-backend finds the relying party %s', async (id, expected) => {
    const naming =
      (handler: Handler): Handler =>
      async (request) => {
        const answer = await handler(request)
        if (!request.url.endsWith('/passkey-registration-options')) return answer
        const options = await answer.json()
        return Response.json({ ...options, rp: { ...options.rp, id } }, { headers: answer.headers })
      }
    const { url, account } = await backendWith({}, naming)
    const args = [`${url}/wallet`, '--cookie', 'login=ada', '--account', account.id]
    const { code, printed } = await check(...args)
    expect([code, printed[0]]).toEqual([1, expect.stringMatching(`^error ${expected}\n.+${id}`)])
  })

  it('check-backend finds a proxy that lets no POST through', async () => {
    const { url } = await backendWith(
      {},
      (handler) => async (request) =>
        request.method === 'POST' ? new Response('Method Not Allowed', { status: 405 }) : handler(request),
    )
    expect(await codes(url)).toEqual(['BACKEND_FAILS'])
  })

  it('check-backend ends with the number of findings and a link, in color only where colors are', async () => {
    const plain = await check('http://127.0.0.1:1/wallet')
    expect(plain.printed[0]).toMatch(/^error BACKEND_UNREACHABLE\n/)
    expect(plain.printed.at(-1)).toBe('1 error. See "The command line" in docs/error-codes.md.')
    const coloured = await checkOn('ansi', 'http://127.0.0.1:1/wallet')
    expect(coloured.printed[0]?.startsWith('\u001b[31merror\u001b[0m BACKEND_UNREACHABLE\n')).toBe(true)
  })

  it.each<[string, Handler]>([
    [
      'a code',
      async () => Response.json({ code: `X\u001b]0;title\u0007\u001b[2JNo problems\r\n$&` }, { status: 400 }),
    ],
    [
      'a Location',
      async () => new Response(null, { status: 302, headers: { Location: 'https://x/\u009b2J' } }),
    ],
  ])('%s of the target reaches the terminal without its control characters', async (_, hostile) => {
    const { url } = await backendWith({}, () => hostile)
    const { printed } = await check(`${url}/wallet`)
    expect(printed.join('')).toMatch(/\\u\{00(1b|9b)\}/)
    // Only the line feeds of this program are left.
    expect(printed.join('').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(printed[0]?.split('\n')).toHaveLength(3)
  })

  it('an answer of the target that does not end is given up', async () => {
    let sent = 0
    const endless: Handler = async () => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      }
      const headers = { 'Content-Type': 'application/json' }
      return new Response(new ReadableStream({ pull }), { status: 404, headers })
    }
    const { url } = await backendWith({}, () => endless)
    expect(await codes(url)).toEqual(['BACKEND_UNKNOWN'])
    expect(sent).toBeLessThan(20_000_000)
  })

  it('check-backend reads the credentials of its login, and is refused the credentials of another account', async () => {
    const { url, account, emulator } = await backendWith()
    expect(await codes(url, '--cookie', 'login=ada', '--account', account.id)).toEqual(['KEYS_UNSEEN'])
    const listed = emulator.requests().filter(({ path }) => path.includes('/auth/credentials'))
    // One for the list, one to learn that nobody has the credential of the encrypted code, and one for a new passkey.
    expect(listed.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
    expect(await codes(url, '--cookie', 'login=eve', '--account', account.id)).toEqual(['LOGIN_REFUSED'])
    expect(await codes(url, '--cookie', 'login=eve')).toEqual(['LOGIN_REFUSED'])
  })

  it('check-backend changes nothing at the service', async () => {
    const { url, account, emulator } = await backendWith()
    const before = emulator.requests().length
    await codes(url, '--cookie', 'login=ada', '--account', account.id)
    expect(
      emulator
        .requests()
        .slice(before)
        .map(({ method }) => method),
    ).toEqual(['GET', 'GET', 'GET'])
  })

  it('finds an API token that the service refuses', async () => {
    const emulator = createEmulator()
    const { tokenId } = emulator.apiToken
    const { account } = await emulator.provision()
    const { url } = await backendWith({
      service: {
        baseUrl: 'https://service.test/2025-10-13',
        tokenId,
        clientSecret: 'not the secret',
        fetch: emulator.fetch,
      },
      authorize: (request) => (request.headers.get('Cookie') === 'login=ada' ? [account.id] : undefined),
      onError: () => {},
    })
    expect(await codes(url, '--cookie', 'login=ada', '--account', account.id)).toEqual(['SERVICE_REFUSES'])
  })

  it.each<[string, string[], Partial<BackendOptions>, ((handler: Handler) => Handler)?]>([
    ['an origin that is not listed', ['ORIGIN_REFUSED'], { origins: ['https://other.example'] }],
    ['another base path', ['BASE_PATH_WRONG'], { basePath: '/api/wallet' }],
    [
      'everybody as logged in',
      ['LOGIN_NOT_REQUIRED'],
      { authorize: () => ['InternalAccount:00000000-0000-4000-8000-000000000001'] },
    ],
    [
      'a function that throws',
      ['BACKEND_FAILS'],
      {
        onError: () => {},
        authorize: () => {
          throw new Error('no database')
        },
      },
    ],
    [
      'a page for every path',
      ['BACKEND_UNKNOWN'],
      {},
      () => async () => new Response('<h1>Shop</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    [
      'a redirect to a login page',
      ['REDIRECTED'],
      {},
      () => async () => new Response(null, { status: 302, headers: { Location: '/login' } }),
    ],
    ['a proxy that hides Origin', ['FOREIGN_ORIGIN_ACCEPTED'], {}, without('Origin')],
    ['a proxy that hides Sec-Fetch-Site', ['CROSS_SITE_ACCEPTED'], {}, without('Sec-Fetch-Site')],
    [
      'CORS',
      ['CORS_ENABLED'],
      {},
      answers((headers) => void headers.set('Access-Control-Allow-Origin', '*')),
    ],
    ['a proxy that drops unknown headers', ['HEADERS_LOST'], {}, without('Wallet-Request-Id')],
    ['answers for caches', ['CACHEABLE'], {}, answers((headers) => void headers.delete('Cache-Control'))],
    [
      'a cookie for scripts',
      ['COOKIE_UNPROTECTED'],
      {},
      answers((headers) => void headers.append('Set-Cookie', 'visit=1; Path=/')),
    ],
    [
      'a clock that is wrong',
      ['CLOCK_WRONG'],
      {},
      answers((headers) => void headers.set('Date', new Date(Date.now() - 300_000).toUTCString())),
    ],
    [
      'a login check of its own',
      ['LOGIN_CODE_UNKNOWN'],
      {},
      answers((headers, status) =>
        status === 401 ? Response.json({ code: 'UNAUTHENTICATED' }, { status, headers }) : undefined,
      ),
    ],
    [
      'an answer to every body',
      ['BODY_LIMIT_MISSING'],
      {},
      (handler) => async (request) =>
        request.method === 'POST' ? Response.json({}, { status: 201 }) : handler(request),
    ],
  ])('check-backend finds %s', async (_, expected, options, wrap) => {
    const { url } = await backendWith(options, wrap)
    expect(await codes(url)).toEqual(expected)
    expect((await check(`${url}/wallet`)).code).toBe(
      expected.some((code) => ['CLOCK_WRONG', 'COOKIE_UNPROTECTED', 'LOGIN_CODE_UNKNOWN'].includes(code))
        ? 0
        : 1,
    )
  })

  it('check-backend finds a proxy that adds the secret to every request', async () => {
    const { emulator, url } = await backendWith({}, () => async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      const { tokenId, clientSecret } = emulator.apiToken
      headers.set('Authorization', `Basic ${btoa(`${tokenId}:${clientSecret}`)}`)
      const target = `https://service.test/2025-10-13${pathname.replace('/wallet', '')}${search}`
      const body = request.method === 'POST' ? await request.text() : null
      return emulator.fetch(new Request(target, { method: request.method, headers, body }))
    })
    const found = await codes(url)
    expect(found).toEqual(
      expect.arrayContaining(['ROUTES_OPEN', 'FOREIGN_ORIGIN_ACCEPTED', 'CROSS_SITE_ACCEPTED']),
    )
  })

  it('check-backend finds an `authorize` that believes the account in the request', async () => {
    const { url } = await backendWith({
      authorize: ({ headers, url }) =>
        headers.has('Cookie') ? [new URL(url).searchParams.get('accountId') ?? ''] : undefined,
    })
    expect(await codes(url, '--cookie', 'login=ada')).toContain('FOREIGN_ACCOUNT_READ')
  })

  it('check-backend finds a login that can read every account', async () => {
    const everything = answers((_, status) => (status === 403 ? Response.json({ data: [] }) : undefined))
    const { url } = await backendWith(
      {},
      (handler) => (request) =>
        request.headers.has('Cookie') && request.headers.get('Sec-Fetch-Site') === 'same-origin'
          ? everything(handler)(request)
          : handler(request),
    )
    expect(await codes(url, '--cookie', 'login=ada')).toContain('FOREIGN_ACCOUNT_READ')
  })

  it('check-backend finds a backend that refuses encrypted codes, as an earlier version does', async () => {
    const earlier =
      (handler: Handler): Handler =>
      async (request) =>
        (await request.clone().text()).includes('encryptedOtpBundle')
          ? Response.json(
              { code: 'INVALID_INPUT' },
              { status: 400, headers: { 'Cache-Control': 'no-store' } },
            )
          : handler(request)
    const { url } = await backendWith({}, earlier)
    expect(await codes(url, '--cookie', 'login=ada')).toEqual(['CLIENT_HELD_UNKNOWN'])
  })

  it('check-backend finds a service that cannot be reached', async () => {
    const { url, account } = await backendWith({
      service: { baseUrl: 'http://127.0.0.1:1/2025-10-13', tokenId: 'a', clientSecret: 'b' },
    })
    const { printed } = await check(`${url}/wallet`, '--cookie', 'login=ada', '--account', account.id)
    expect(printed.join()).toMatch(/^error CREDENTIALS_UNREADABLE\n {2}.* \(50\d [A-Z_]+\)\.\n/)
  })

  it('check-backend finds a refused host name, an answer without Date, and an address without a server', async () => {
    const bare = createServer((_, response) => {
      response.sendDate = false
      response.writeHead(401, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      response.end('{"code":"NOT_LOGGED_IN"}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => bare.once('listening', resolve))
    const { port } = bare.address() as AddressInfo // it listens on a port
    expect(await codes(`http://127.0.0.1:${port}`)).toContain('DATE_MISSING')
    bare.close()
    bare.closeAllConnections()
    expect(await codes(`http://127.0.0.1:${port}`)).toEqual(['BACKEND_UNREACHABLE'])
    const { url, close } = await serve(async () => new Response(), { port: 0, hosts: ['app.example.com'] })
    running.push(close)
    expect(await codes(url)).toEqual(['HOST_REFUSED'])
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['no policy', { 'Content-Type': 'text/html' }],
    ['unsafe-none', { ...pageHeaders, 'Cross-Origin-Opener-Policy': 'unsafe-none' }],
    [
      'same-origin-allow-popups',
      { ...pageHeaders, 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' },
    ],
    [
      'a policy that is only reported',
      { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy-Report-Only': 'same-origin' },
    ],
  ])('check-backend finds a page with %s', async (_, headers) => {
    const { url } = await backendWith({}, undefined, async () => new Response('<p>', { headers }))
    expect(await codes(url)).toEqual(['OPENER_POLICY_MISSING'])
  })

  it('check-backend reads the page that --page names, with the cookie, and reports one that it could not read', async () => {
    const { url } = await backendWith({}, undefined, async (request) => {
      const isIn = request.headers.get('Cookie') === 'login=ada' && request.url.endsWith('/account')
      return new Response('<p>', { status: isIn ? 200 : 403, headers: { 'Content-Type': 'text/html' } })
    })
    expect(await codes(url)).toEqual(['PAGE_UNREAD'])
    expect(await codes(url, '--page', '/account')).toEqual(['PAGE_UNREAD'])
    expect(await codes(url, '--page', '/account', '--cookie', 'login=ada')).toEqual(['OPENER_POLICY_MISSING'])
    expect((await check(`${url}/wallet`)).code).toBe(0)
  })

  it('check-backend holds a page for a frame to the headers of frameHeaders()', async () => {
    let headers: Readonly<Record<string, string>> = frameHeaders({ parents: ['https://shop.example.com'] })
    const page = async () => new Response('<p>', { headers: { ...headers, 'Content-Type': 'text/html' } })
    const { url } = await backendWith({}, undefined, page)
    expect(await codes(url)).toEqual([])
    headers = { ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' }
    expect(await codes(url)).toEqual(['FRAME_HEADERS'])
    headers = { 'Content-Security-Policy': 'frame-ancestors https:' }
    expect(await codes(url)).toEqual(['FRAME_ANCESTORS_OPEN'])
  })

  it('check-backend does not count a page of another origin, or something that is not a page', async () => {
    const other = await serve(async () => new Response('<p>', { headers: pageHeaders }), { port: 0 })
    running.push(other.close)
    const away = await backendWith({}, undefined, async () => Response.redirect(other.url))
    expect(await codes(away.url)).toEqual(['PAGE_UNREAD'])
    const json = await backendWith({}, undefined, async () => Response.json({}))
    expect(await codes(json.url)).toEqual(['PAGE_UNREAD'])
  })

  it('check-backend finds a remote address without HTTPS', async () => {
    expect(await codes('http://host.invalid')).toEqual(['NOT_SECURE', 'BACKEND_UNREACHABLE'])
  })

  it.each([
    [[], 'needs the URL'],
    [['shop'], '"shop"'],
    [['ftp://shop.example'], '"ftp://shop.example"'],
    [['https://a.example', 'b'], '"b"'],
    [['https://a.example', '--account', 'a'], '--account needs --cookie'],
    [['https://a.example', '--send-code'], '--send-code needs --account'],
    [['https://a.example', '--keys', 'sealed'], '--keys needs --account'],
    [['https://a.example', '--keys', 'seeled'], '"seeled". Did you mean "sealed"?'],
    [['https://a.example', '--package', '1'], 'Unknown option "--package"'],
    [['https://a.example', '--origin', 'shop'], '"shop"'],
    [['https://a.example', '--page', 'https://b.example'], '"https://b.example"'],
    [['https://a.example', '--page', '//b.example'], '"//b.example"'],
    [['https://a.example', '--page', '/\\b.example'], '"/\\b.example"'],
  ])('check-backend says what is wrong with the arguments %j', async (args, message) => {
    const { code, printed } = await check(...args)
    expect(code).toBe(2)
    expect(printed.join()).toContain(message)
  })

  it('docs/error-codes.md lists every code of check-backend', () => {
    const page = readFileSync(new URL('../../docs/error-codes.md', import.meta.url), 'utf8')
    const section = page.split('## `check-backend`')[1]?.split('## ')[0] ?? ''
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const codes = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code),
    )
    expect(codes.sort()).toEqual([...backendFindingCodes].sort())
  })
})
