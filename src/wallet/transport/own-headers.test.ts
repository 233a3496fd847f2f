/** The platform's own headers on each call to its backend. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A stack whose backend notes what it is sent. */
async function noted(options: Pick<WalletOptions, 'headers'>) {
  const stack = await createStack()
  const requests: Request[] = []
  const backend = (request: Request): Promise<Response> => {
    requests.push(request)
    return stack.backend(request)
  }
  return { stack, requests, options: { ...options, backend } }
}

const sent = (requests: readonly Request[], name: string): (string | null)[] =>
  requests.map(({ headers }) => headers.get(name))

describe('headers of the platform', () => {
  test('the platform’s headers are on every call, including both requests of a signed request', async () => {
    const { stack, requests, options } = await noted({ headers: { 'X-CSRF-Token': 't' } })
    const wallet = await signedIn(stack, options)
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'PATCH', 'PATCH'])
    expect(new Set(sent(requests, 'X-CSRF-Token'))).toEqual(new Set(['t']))
    expect(requests.at(-1)?.headers.get('Wallet-Request-Id')).not.toBeNull()
  })

  test('the platform’s headers are on every call to a backend that is a URL', async () => {
    const { stack, requests, options } = await noted({ headers: { Authorization: 'Bearer t' } })
    vi.stubGlobal('fetch', options.backend)
    await signedIn(stack, { ...options, backend: 'http://localhost/wallet' })
    expect(requests[0]?.url).toContain('http://localhost/wallet/auth/credentials')
    expect(sent(requests, 'Authorization')).toEqual(['Bearer t', 'Bearer t', 'Bearer t'])
  })

  test.each([
    ['returns', (token: string) => ({ 'X-CSRF-Token': token })],
    ['resolves with', async (token: string) => ({ 'X-CSRF-Token': token })],
  ])('the platform’s headers are what a function %s for each request', async (_, made) => {
    let count = 0
    const { stack, requests, options } = await noted({ headers: () => made(String(++count)) })
    await signedIn(stack, options)
    expect(sent(requests, 'X-CSRF-Token')).toEqual(['1', '2', '3'])
  })

  test('the function for the headers is called again when a read is repeated', async () => {
    let count = 0
    const stack = await createStack()
    const tokens: (string | null)[] = []
    const wallet = await opened(stack, {
      headers: () => ({ 'X-CSRF-Token': String(++count) }),
      backend: ({ headers }) => {
        tokens.push(headers.get('X-CSRF-Token'))
        return new Response(null, { status: 503 })
      },
    })
    const listed = codeOf(wallet.credentials.list())
    await vi.waitFor(async () => {
      await stack.emulator.clock.advance(1_000)
      expect(tokens).toHaveLength(3)
    }, 10_000)
    expect(await listed).toBe('GATEWAY')
    expect(tokens).toEqual(['1', '2', '3'])
  })

  test('a function for the headers that fails rejects with HEADERS_FAILED and its error, and nothing is sent', async () => {
    const cause = new Error('no token')
    for (const headers of [() => Promise.reject(cause), () => raise(cause)]) {
      const { stack, requests, options } = await noted({ headers })
      const wallet = await opened(stack, options)
      await expect(wallet.signIn({ type: 'EMAIL_OTP' })).rejects.toMatchObject({
        kind: 'transport',
        code: 'HEADERS_FAILED',
        cause,
      })
      expect(requests).toEqual([])
    }
  })

  test('a code stays awaited if the headers fail while it is submitted', async () => {
    let fails = false
    const { stack, options } = await noted({ headers: () => (fails ? raise(new Error('no token')) : {}) })
    const wallet = await opened(stack, options)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    fails = true
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('HEADERS_FAILED')
    expect(wallet.getState().flow).toMatchObject({
      status: 'awaitingProof',
      fault: { kind: 'transport', code: 'HEADERS_FAILED' },
    })
    fails = false
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('headers that do not settle within 30 s reject with HEADERS_FAILED, and nothing is sent', async () => {
    const { stack, requests, options } = await noted({ headers: () => new Promise<never>(() => {}) })
    const wallet = await opened(stack, options)
    const listed = codeOf(wallet.credentials.list())
    await vi.waitFor(async () => {
      await stack.emulator.clock.advance(10_000)
      expect(await Promise.race([listed, 'waiting'])).toBe('HEADERS_FAILED')
    }, 10_000)
    expect(requests).toEqual([])
  })

  test('a call that is aborted while it waits for the headers is CANCELLED, because it was not sent', async () => {
    let ask = (): void => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const { stack, options } = await noted({})
    const wallet = await signedIn(stack, options)
    wallet.dispose()
    const held = await opened(stack, {
      ...options,
      headers: () => {
        ask()
        return new Promise<never>(() => {})
      },
    })
    const controller = new AbortController()
    const ending = codeOf(held.signIn({ type: 'EMAIL_OTP', signal: controller.signal }))
    await asked
    controller.abort()
    expect(await ending).toBe('CANCELLED')
  })

  test.each<[string, Record<string, unknown> | string | undefined]>([
    ['the stamp', { 'wallet-signature': 'x' }],
    ['the request id', { 'Wallet-Request-Id': 'x' }],
    ['the idempotency key', { 'WALLET-IDEMPOTENCY-KEY': 'x' }],
    ['the proof of a payment', { 'Wallet-Payment-Proof': 'x' }],
    ['the type of the body', { 'content-type': 'text/plain' }],
    ['what is accepted', { Accept: '*/*' }],
    ['a name that no header can have', { 'X CSRF': 'x' }],
    ['a value with a line break', { 'X-CSRF': 'x\r\nCookie: y' }],
    ['a value outside Latin-1', { 'X-CSRF': '✓' }],
    ['no value', { 'X-CSRF': undefined }],
    ['a number', { 'X-CSRF': 7 }],
    ['text', 'X-CSRF: x'],
  ])('headers with %s are a TypeError before anything is sent', async (_, wrong) => {
    // Text in the place of an object is refused when the wallet is created.
    for (const headers of typeof wrong === 'string' ? [() => wrong] : [wrong, () => wrong]) {
      // What a caller without types may pass.
      const { stack, requests, options } = await noted({ headers } as Pick<WalletOptions, 'headers'>)
      const wallet = await opened(stack, options)
      await expect(wallet.signIn({ type: 'EMAIL_OTP' })).rejects.toBeInstanceOf(TypeError)
      expect(requests).toEqual([])
    }
  })

  test('headers that a browser drops are a TypeError before anything is sent', async () => {
    const { stack, requests, options } = await noted({ headers: { Cookie: 'login=1' } })
    vi.stubGlobal(
      'Request',
      class extends Request {
        constructor(input: RequestInfo, init?: RequestInit) {
          const headers = new Headers(init?.headers)
          headers.delete('Cookie')
          super(input, { ...init, headers })
        }
      },
    )
    const wallet = await opened(stack, options)
    await expect(wallet.credentials.list()).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  })
})

test('headers that a monitoring script of the page and a proxy set do not reach the service', async () => {
  const { stack, options } = await noted({})
  const foreign = {
    'Request-Id': '|of.a.script.',
    'Idempotency-Key': 'of a proxy',
    'Service-Wallet-Signature': 'x',
  }
  const backend = (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(foreign)) request.headers.set(name, value)
    return stack.backend(request)
  }
  const wallet = await signedIn(stack, { ...options, backend })
  await wallet.updatePrivacy({ privateEnabled: true })
  await wallet.sessions.refresh()
  await wallet.signOut()
  const arrived = stack.emulator.requests().flatMap(({ headers }) => Object.values(headers))
  for (const value of Object.values(foreign)) expect(arrived).not.toContain(value)
})

function raise(error: Error): never {
  throw error
}
