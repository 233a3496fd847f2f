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
  test('are on every call, both legs of a signed request included', async () => {
    const { stack, requests, options } = await noted({ headers: { 'X-CSRF-Token': 't' } })
    const wallet = await signedIn(stack, options)
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'PATCH', 'PATCH'])
    expect(new Set(sent(requests, 'X-CSRF-Token'))).toEqual(new Set(['t']))
    expect(requests.at(-1)?.headers.get('Request-Id')).not.toBeNull()
  })

  test('are on every call to a backend that is a URL', async () => {
    const { stack, requests, options } = await noted({ headers: { Authorization: 'Bearer t' } })
    vi.stubGlobal('fetch', options.backend)
    await signedIn(stack, { ...options, backend: 'http://localhost/wallet' })
    expect(requests[0]?.url).toContain('http://localhost/wallet/auth/credentials')
    expect(sent(requests, 'Authorization')).toEqual(['Bearer t', 'Bearer t', 'Bearer t'])
  })

  test.each([
    ['returns', (token: string) => ({ 'X-CSRF-Token': token })],
    ['resolves with', async (token: string) => ({ 'X-CSRF-Token': token })],
  ])('are what a function %s for each request', async (_, made) => {
    let count = 0
    const { stack, requests, options } = await noted({ headers: () => made(String(++count)) })
    await signedIn(stack, options)
    expect(sent(requests, 'X-CSRF-Token')).toEqual(['1', '2', '3'])
  })

  test('are asked for again when a read is repeated', async () => {
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
    })
    expect(await listed).toBe('GATEWAY')
    expect(tokens).toEqual(['1', '2', '3'])
  })

  test('that a function fails to give reject with HEADERS_FAILED and its error, and nothing is sent', async () => {
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

  test('that fail while a code is submitted leave the code awaited', async () => {
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

  test('that do not come within 30 s reject with HEADERS_FAILED, and nothing is sent', async () => {
    const { stack, requests, options } = await noted({ headers: () => new Promise<never>(() => {}) })
    const wallet = await opened(stack, options)
    const listed = codeOf(wallet.credentials.list())
    await vi.waitFor(async () => {
      await stack.emulator.clock.advance(10_000)
      expect(await Promise.race([listed, 'waiting'])).toBe('HEADERS_FAILED')
    })
    expect(requests).toEqual([])
  })

  test('that are waited for when a call is aborted: the call is CANCELLED, since it was not sent', async () => {
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
    ['the stamp', { 'service-wallet-signature': 'x' }],
    ['the request id', { 'Request-Id': 'x' }],
    ['the idempotency key', { 'IDEMPOTENCY-KEY': 'x' }],
    ['the type of the body', { 'content-type': 'text/plain' }],
    ['what is accepted', { Accept: '*/*' }],
    ['a name that no header can have', { 'X CSRF': 'x' }],
    ['a value with a line break', { 'X-CSRF': 'x\r\nCookie: y' }],
    ['a value outside Latin-1', { 'X-CSRF': '✓' }],
    ['no value', { 'X-CSRF': undefined }],
    ['a number', { 'X-CSRF': 7 }],
    ['text', 'X-CSRF: x'],
  ])('that have %s are a TypeError before anything is sent', async (_, wrong) => {
    for (const headers of [wrong, () => wrong]) {
      // What a caller without types may pass.
      const { stack, requests, options } = await noted({ headers } as Pick<WalletOptions, 'headers'>)
      const wallet = await opened(stack, options)
      await expect(wallet.signIn({ type: 'EMAIL_OTP' })).rejects.toBeInstanceOf(TypeError)
      expect(requests).toEqual([])
    }
  })

  test('that a browser drops are a TypeError before anything is sent', async () => {
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

test('a header name of the deployment that no header can have is a TypeError before anything is sent', async () => {
  const { stack, requests, options } = await noted({})
  const wallet = await opened(stack, { ...options, headerNames: { requestId: 'Request Id' } })
  await expect(wallet.signIn({ type: 'EMAIL_OTP' })).rejects.toThrow(/`headerNames`/)
  expect(requests).toEqual([])
})

function raise(error: Error): never {
  throw error
}
