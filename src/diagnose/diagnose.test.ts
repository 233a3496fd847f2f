/** Tests the findings about the browser, the backend and the issuers. @module */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBackend } from '../backend/index.js'
import { indexedDbStore } from '../index.js'
import { withIndexedDb } from '../wallet/fixtures/indexed-db.js'
import { createStack } from '../wallet/fixtures/stack.js'
import { type DiagnoseOptions, diagnose } from './diagnose.js'
import { frameHeaders } from './frame-headers.js'

withIndexedDb()

/** The answers of the network, by address. All other addresses cannot be reached. */
let network = new Map<string, (headers: Headers, method: string) => Response | Promise<Response>>()
let listeners = new Set<(event: { readonly blockedURI: string }) => void>()

const credentials = { get: () => {}, create: () => {} }

beforeEach(() => {
  network = new Map()
  listeners = new Set()
  const globals = {
    location: new URL('http://localhost:5173/shop'),
    isSecureContext: true,
    navigator: { userAgent: 'Mozilla/5.0 Chrome/156.0 Safari/537.36', credentials },
    PublicKeyCredential: class {},
    document: { baseURI: 'http://localhost:5173/shop' },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    fetch: async (address: string, init?: RequestInit) => {
      const answer = network.get(address)
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return answer(new Headers(init?.headers), init?.method ?? 'GET')
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What was found, without the note on what was not looked at. */
const codes = async (options?: DiagnoseOptions): Promise<readonly string[]> =>
  (await diagnose(options))
    .map(({ severity, code }) => `${severity} ${code}`)
    .filter((each) => each !== 'note NOT_CHECKED')

describe('the keys', () => {
  test.each([
    [{}, []],
    [{ otpSigner: 'unverified' }, []],
    [{ keyDelivery: 'client-held', otpSigner: ['02'.padEnd(66, '1')] }, []],
    [{ keyDelivery: 'client-held' }, ['warning OTP_SIGNER_MISSING']],
    [{ keyDelivery: 'client-held', otpSigner: [] }, ['warning OTP_SIGNER_MISSING']],
    [{ keyDelivery: 'client-held', otpSigner: 'unverified' }, ['warning OTP_SIGNER_UNVERIFIED']],
  ] as const)('a wallet with the options %j has the findings %j', async (options, found) => {
    expect((await codes(options)).filter((each) => each.includes('OTP_'))).toEqual(found)
  })
})

describe('the way of keys', () => {
  beforeEach(() => {
    const page = { baseURI: 'http://localhost:5173/shop', addEventListener() {}, removeEventListener() {} }
    vi.stubGlobal('document', page)
  })

  test('a wallet whose code the service refused as plain text has an error that names the option', async () => {
    const stack = await createStack({ profile: 'production' })
    const wallet = stack.wallet({ keyDelivery: 'sealed' })
    const found = async () => (await diagnose({ wallet })).filter(({ code }) => code.startsWith('KEY_'))
    await wallet.ready
    expect(await found()).toEqual([])
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() }).catch(() => {})
    expect(await found()).toMatchObject([{ code: 'KEY_DELIVERY_REFUSED', severity: 'error' }])
    expect((await found())[0]?.fix).toMatch(/^Set keyDelivery to "client-held", with otpSigner\./)
    wallet.dispose()
  })

  test('a wallet whose code was mistyped has no finding about the way of keys', async () => {
    const stack = await createStack({ keyDelivery: 'sealed' })
    const wallet = stack.wallet()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: '000000' }).catch(() => {})
    expect(await codes({ wallet })).toEqual([])
    wallet.dispose()
  })
})

describe('the page', () => {
  const served = (headers: Record<string, string>, init: ResponseInit = {}): void => {
    network.set('http://localhost:5173/shop', () => new Response('<!doctype html>', { ...init, headers }))
  }

  test.each(['same-origin', ' same-origin ', 'same-origin; report-to="errors"'])(
    'a page under Cross-Origin-Opener-Policy: %s has no finding',
    async (policy) => {
      served({ 'Cross-Origin-Opener-Policy': policy })
      expect(await codes()).toEqual([])
    },
  )

  test.each([
    {},
    { 'Cross-Origin-Opener-Policy': 'unsafe-none' },
    { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' },
  ])('a page under %j may hand its key to another site', async (headers) => {
    served(headers)
    expect(await codes()).toEqual(['warning OPENER_POLICY_MISSING'])
  })

  test('a page for a frame with the headers of frameHeaders() has no finding, and one without them is named', async () => {
    const headers = frameHeaders({ parents: ['https://shop.example.com'] })
    served(headers)
    expect(await codes()).toEqual([])
    served({ ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' })
    expect(await codes()).toEqual(['warning FRAME_HEADERS'])
    served({ ...headers, 'Content-Security-Policy': 'frame-ancestors *' })
    expect(await codes()).toEqual(['error FRAME_ANCESTORS_OPEN'])
  })

  test('a page in a frame of another origin is held to frame-ancestors', async () => {
    const location = {
      get origin(): string {
        throw new DOMException('Blocked a frame', 'SecurityError')
      },
    }
    vi.stubGlobal('self', globalThis)
    vi.stubGlobal('top', { location })
    served({ 'Cross-Origin-Opener-Policy': 'same-origin' })
    expect(await codes()).toEqual([
      'error FRAME_ANCESTORS_OPEN',
      'warning FRAME_HEADERS',
      'note FOREIGN_FRAME',
    ])
  })

  test.each([
    [401, undefined, 'the headers of this page and the backend'],
    [401, '/wallet', 'the headers of this page'],
    [200, undefined, 'the backend'],
  ])(
    'a page that answers %i without a cookie, with the backend %s: %s was not checked',
    async (status, backend, unseen) => {
      served({ 'Cross-Origin-Opener-Policy': 'same-origin' }, { status })
      const found = await diagnose(backend === undefined ? {} : { backend })
      expect(found.filter(({ code }) => code !== 'BACKEND_UNREACHABLE')).toMatchObject([
        { code: 'NOT_CHECKED', message: `Not everything could be checked: ${unseen}.` },
      ])
    },
  )
})

describe('the browser', () => {
  test('a browser that can do everything has no finding, and nothing stays in its storage', async () => {
    expect(await codes()).toEqual([])
    const store = indexedDbStore('embedded-wallet-auth-diagnose')
    expect(await store.accounts()).toEqual([])
    // Closes the connection once the page is idle. It may be one that this test has opened.
    store.close?.()
    // A part of the library that is loaded for the first time has a deadline, which ends a moment later.
    await vi.waitFor(() => expect(listeners.size).toBe(0))
  })

  test.each([
    ['error NOT_SECURE', 'isSecureContext', false],
    ['error WEBCRYPTO_UNUSABLE', 'crypto', {}],
    ['warning STORAGE_UNUSABLE', 'indexedDB', undefined],
    ['warning TABS_ISOLATED', 'BroadcastChannel', undefined],
    ['warning PASSKEYS_UNSUPPORTED', 'PublicKeyCredential', undefined],
    [
      'note STORAGE_NOT_PERSISTENT',
      'navigator',
      { userAgent: 'Safari/1', credentials, storage: { persisted: async () => false } },
    ],
    [
      'warning IN_APP_BROWSER',
      'navigator',
      { userAgent: 'Chrome/140.0 (Pixel 9; wv) Safari/537.36', credentials },
    ],
    ['warning PASSKEYS_UNSUPPORTED', 'navigator', { userAgent: 'Chrome/140.0 Safari/537.36' }],
    [
      'error PASSKEYS_NOT_ALLOWED',
      'document',
      {
        featurePolicy: { features: () => ['publickey-credentials-get'], allowsFeature: () => false },
        addEventListener() {},
        removeEventListener() {},
      },
    ],
  ])('diagnose() finds %s if %s is missing or limited', async (finding, name, value) => {
    vi.stubGlobal(name, value)
    // A connection that an earlier test opened works until it closes.
    await expect.poll(codes).toContain(finding)
  })

  test('a storage that never answers is a finding, after eight seconds', async () => {
    const waits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms)
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 100)
      return controller.signal
    })
    const persisted = () => new Promise(() => {})
    vi.stubGlobal('navigator', { userAgent: 'Chrome/140.0', credentials, storage: { persisted } })
    expect(await codes()).toContain('warning STORAGE_UNUSABLE')
    expect(waits).toContain(8_000)
    vi.restoreAllMocks()
  })

  test.each([
    ['localhost', []],
    ['bank.example', ['error RELYING_PARTY_MISMATCH']],
    ['host', ['error RELYING_PARTY_MISMATCH']],
  ])('passkeys of %s cannot be used unless the page belongs to it', async (rpId, found) => {
    expect(await codes({ passkey: { rpId } })).toEqual(found)
  })

  test.each([
    ['http://127.0.0.1:5173/shop', 'http://localhost'],
    ['http://[::1]:5173/shop', 'http://localhost'],
    ['http://1.example:5173/shop', 'relyingParty.id'],
  ])('who cannot use passkeys at %s reads %s', async (address, remedy) => {
    vi.stubGlobal('location', new URL(address))
    const found = await diagnose({ passkey: { rpId: 'localhost' } })
    expect(found.find(({ code }) => code === 'RELYING_PARTY_MISMATCH')?.fix).toContain(remedy)
  })
})

describe('the backend', () => {
  const address = 'http://localhost:5173/wallet/diagnose'
  const backend = '/wallet/'
  const call =
    'http://localhost:5173/wallet/auth/credentials/AuthMethod:00000000-0000-4000-8000-000000000000/challenge'
  const backendOf = (origin: string) =>
    createBackend({
      service: { baseUrl: 'https://service.test/v1', tokenId: 'id', clientSecret: 'a-secret' },
      authorize: () => undefined,
      relyingParty: { id: 'localhost', name: 'Shop' },
      origins: [origin],
      stepUp: false,
    })
  const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(body), { status, headers })

  test('a wallet backend has no finding, although it refuses the call', async () => {
    const { backend: ours } = await createStack()
    network.set(address, () => ours(new Request('http://localhost:5173/diagnose')))
    expect(await codes({ backend })).toEqual([])
  })

  test.each([
    ['error BACKEND_UNKNOWN', () => new Response('<!doctype html>')],
    ['error BACKEND_UNKNOWN', () => json(404, { error: 'Not found' })],
    ['error BACKEND_UNKNOWN', () => json(200, { code: 'NOT_FOUND' })],
    ['error ORIGIN_REFUSED', () => json(403, { code: 'FORBIDDEN' })],
    ['note CLOCK_WRONG', () => json(404, { code: 'NOT_FOUND' }, { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' })],
  ])('diagnose() finds %s from the answer of the backend', async (finding, answer) => {
    network.set(address, answer)
    expect(await codes({ backend })).toEqual([finding])
  })

  test('headers that a script of the page or a proxy replaces are a finding that names them', async () => {
    const ours = backendOf('http://localhost:5173')
    const arriving = (change: (headers: Headers) => void) => (headers: Headers) => {
      change(headers)
      return ours(new Request(call, { method: 'POST', headers }))
    }
    network.set(address, () => json(404, { code: 'NOT_FOUND' }))
    network.set(
      call,
      arriving(() => {}),
    )
    expect(await codes({ backend })).toEqual([])
    network.set(
      call,
      arriving((headers) => headers.set('Request-Id', '|of.a.script.')),
    )
    expect(await codes({ backend })).toEqual([])
    const replaced = arriving((headers) => {
      if (headers.has('Wallet-Request-Id')) headers.set('Wallet-Request-Id', 'another')
      headers.delete('Wallet-Signature')
    })
    network.set(call, replaced)
    const [finding, ...others] = await diagnose({ backend })
    expect(finding).toMatchObject({ code: 'HEADERS_LOST', severity: 'error' })
    expect(finding?.message).toContain('Wallet-Signature, Wallet-Request-Id does')
    expect(others.map(({ code }) => code)).toEqual(['NOT_CHECKED'])
  })

  test('a backend that refuses the origin, which browsers send only with calls that may change something, is a finding', async () => {
    const ours = backendOf('http://localhost:5174')
    const page = 'http://localhost:5173'
    network.set(address, () => ours(new Request(address, { headers: { 'Sec-Fetch-Site': 'same-origin' } })))
    network.set(call, (headers, method) => {
      headers.set('Sec-Fetch-Site', 'same-origin')
      if (method !== 'GET') headers.set('Origin', page)
      return ours(new Request(call, { method, headers }))
    })
    expect(await codes({ backend })).toEqual(['error ORIGIN_REFUSED'])
    vi.stubGlobal('isSecureContext', false)
    expect(await codes({ backend })).not.toContain('error ORIGIN_REFUSED')
  })

  test('a backend of another origin whose answers the page can read is a finding', async () => {
    network.set('https://api.example/wallet/diagnose', () => json(404, { code: 'NOT_FOUND' }))
    expect(await codes({ backend: 'https://api.example/wallet' })).toEqual(['error CORS_ENABLED'])
  })

  test('a backend and an issuer that cannot be reached are findings, errors first', async () => {
    expect(await codes({ backend, issuers: ['https://login.example'] })).toEqual([
      'error BACKEND_UNREACHABLE',
      'warning ISSUER_UNREACHABLE',
    ])
  })

  test('a backend that the page’s policy blocks is a finding that names the directive to change', async () => {
    network.set('https://api.example/wallet/diagnose', () => {
      // A browser may report the blocked address after it has rejected the request.
      setTimeout(() => {
        for (const listener of listeners) listener({ blockedURI: 'https://api.example' })
      }, 5)
      throw new TypeError('Failed to fetch')
    })
    const [finding, ...others] = await diagnose({ backend: 'https://api.example/wallet' })
    expect(finding).toMatchObject({ code: 'CSP_BLOCKS', fix: expect.stringContaining('connect-src') })
    expect(finding?.message).toContain('https://api.example')
    expect(others.map(({ code }) => code)).toEqual(['NOT_CHECKED'])
  })

  test.each(['https://', 'http://['])('a backend that is not an address is a finding: %s', async (wrong) => {
    expect(await codes({ backend: wrong })).toEqual(['error BACKEND_UNREACHABLE'])
  })
})

test('an issuer whose discovery document can be read has no finding', async () => {
  network.set(
    'https://login.example/.well-known/openid-configuration',
    () => new Response('{"issuer":"https://login.example"}'),
  )
  expect(await codes({ issuers: ['https://login.example/'] })).toEqual([])
})
