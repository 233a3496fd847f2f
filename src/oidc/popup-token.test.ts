import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../e2e/support/identity-provider.js'
import { finishRedirect } from './finish-redirect.js'
import { callback, onPage, onTab, origin, signInAt, withPopups } from './fixtures/pages.js'
import { popupToken } from './popup-token.js'
import type { OidcProvider } from './provider.js'

let real: IdentityProvider
let other: IdentityProvider
let provider: OidcProvider

beforeAll(async () => {
  real = await startIdentityProvider(() => [callback])
  other = await startIdentityProvider(() => [callback])
})
afterAll(async () => {
  await real.close()
  await other.close()
})
beforeEach(() => {
  provider = { issuer: real.issuer, clientId: real.clientId, redirectUri: '/callback' }
  onPage(`${origin}/app`)
  onTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const nonce = 'a'.repeat(64)
const clientPublicKey = '04'

/** Calls `getOidcToken` as the wallet does. */
const ask = (
  getOidcToken: ReturnType<typeof popupToken>,
  signal = new AbortController().signal,
): Promise<string> => Promise.resolve(getOidcToken({ nonce, clientPublicKey, signal }))

/** Loads `address` in the pop-up and calls `finishRedirect` there. */
const comeBack = (address: string): ReturnType<typeof finishRedirect> => {
  onPage(address)
  return finishRedirect()
}

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Returns `address` with changed parameters: in the fragment if it has any, otherwise in the query. */
function altered(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const part = fragment.size > 0 ? fragment : url.searchParams
  for (const [name, value] of Object.entries(parameters))
    value === undefined ? part.delete(name) : part.set(name, value)
  if (part === fragment) url.hash = fragment.toString()
  return url.href
}

describe('a pop-up at a real provider', () => {
  test.each(['code', 'id_token'] as const)(
    'by %s gives an ID token with the nonce of the wallet',
    async (responseType) => {
      const { popup } = withPopups()
      const asked = ask(popupToken({ ...provider, responseType }))
      const back = await signInAt(await popup.sent)
      expect(await comeBack(back)).toBeUndefined()
      expect(claimsOf(await asked)).toMatchObject({
        nonce,
        iss: real.issuer,
        aud: real.clientId,
        email: 'grace@provider.example',
      })
      expect(popup.closed).toBe(true)
    },
  )

  test.each([
    ['back', undefined, `${origin}/back`],
    ['back', `${origin}/shop/`, `${origin}/shop/back`],
    ['/back', `${origin}/shop/`, `${origin}/back`],
  ])('the redirectUri %s is resolved by the base %s of the page', async (redirectUri, baseURI, expected) => {
    const { popup } = withPopups()
    vi.stubGlobal('document', Object.assign(Object.create({ hasFocus: () => true }), { baseURI }))
    const getOidcToken = popupToken({ ...provider, redirectUri })
    ask(getOidcToken).catch(() => {})
    expect(new URL(await popup.sent).searchParams.get('redirect_uri')).toBe(expected)
    getOidcToken.close()
  })

  test('the provider’s page has no opener, so it cannot navigate the page of the wallet', async () => {
    const { popup } = withPopups()
    popupToken(provider).close()
    expect(popup.opener).toBe(null)
  })

  test('a pop-up sends a code challenge, no verifier, and a different state each time', async () => {
    const sent: URL[] = []
    const bodies: URLSearchParams[] = []
    for (let time = 0; time < 2; time += 1) {
      onPage(`${origin}/app`)
      const { popup } = withPopups()
      const asked = ask(popupToken(provider))
      const address = await popup.sent
      sent.push(new URL(address))
      const back = await signInAt(address)
      const fetched = vi.spyOn(globalThis, 'fetch')
      await comeBack(back)
      await asked
      bodies.push(...fetched.mock.calls.map(([, init]) => new URLSearchParams(String(init?.body))))
      fetched.mockRestore()
    }
    const [first, second] = sent.map(({ searchParams }) => searchParams)
    expect(first?.get('state')).not.toBe(second?.get('state'))
    expect(first?.get('code_challenge_method')).toBe('S256')
    const verifier = bodies[0]?.get('code_verifier') ?? ''
    expect(verifier.length).toBeGreaterThanOrEqual(43)
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(first?.get('code_challenge'))
    expect(sent.filter(({ href }) => href.includes(verifier))).toEqual([])
  })

  test('a pop-up works on a device whose clock is a day ahead', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken({ ...provider, responseType: 'id_token' }))
    const back = await signInAt(await popup.sent)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    await comeBack(back)
    expect(claimsOf(await asked)).toMatchObject({ nonce })
  })

  test('a pop-up works with metadata instead of a discovery document', async () => {
    const { popup } = withPopups()
    const metadata = { authorization_endpoint: `${real.issuer}/auth`, token_endpoint: `${real.issuer}/token` }
    const asked = ask(popupToken({ ...provider, metadata }))
    await comeBack(await signInAt(await popup.sent))
    expect(claimsOf(await asked)).toMatchObject({ nonce })
  })

  test('a pop-up in which the user declines is ACCESS_DENIED', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const back = await signInAt(await popup.sent, { declines: true })
    await Promise.all([
      comeBack(back),
      expect(asked).rejects.toMatchObject({ name: 'OidcError', code: 'ACCESS_DENIED' }),
    ])
  })

  test('a pop-up that the provider answers with another error is PROVIDER_REFUSED', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken({ ...provider, parameters: { prompt: 'none' } }))
    const back = await signInAt(await popup.sent)
    await Promise.all([
      comeBack(back),
      expect(asked).rejects.toMatchObject({ code: 'PROVIDER_REFUSED', cause: { error: 'login_required' } }),
    ])
  })

  test('a code that the token endpoint refuses is PROVIDER_REFUSED', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const back = await signInAt(await popup.sent)
    await Promise.all([
      comeBack(altered(back, { code: 'made-up' })),
      expect(asked).rejects.toMatchObject({ code: 'PROVIDER_REFUSED', cause: { error: 'invalid_grant' } }),
    ])
  })
})

describe('an answer that does not belong to the request', () => {
  test('an answer with another state is STATE_MISMATCH in its window, and the page keeps waiting', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const back = await signInAt(await popup.sent)
    expect(await comeBack(altered(back, { state: `redirect.${'x'.repeat(43)}` })).catch(codeOf)).toBe(
      'STATE_MISMATCH',
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const forged = comeBack(altered(back, { state: `popup.${'x'.repeat(43)}` })).catch(codeOf)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await forged).toBe('STATE_MISMATCH')
    vi.useRealTimers()
    await comeBack(back)
    expect(claimsOf(await asked)).toMatchObject({ nonce })
  })

  test.each(['code', 'id_token'] as const)(
    'an answer with another nonce is NONCE_MISMATCH, by %s',
    async (responseType) => {
      const { popup } = withPopups()
      const asked = ask(popupToken({ ...provider, responseType }))
      const back = await signInAt(altered(await popup.sent, { nonce: 'b'.repeat(64) }))
      await Promise.all([comeBack(back), expect(asked).rejects.toMatchObject({ code: 'NONCE_MISMATCH' })])
    },
  )

  test('an answer without a nonce is NONCE_MISMATCH', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const back = await signInAt(altered(await popup.sent, { nonce: undefined }))
    await Promise.all([comeBack(back), expect(asked).rejects.toMatchObject({ code: 'NONCE_MISMATCH' })])
  })

  test.each([
    ['another issuer', 'https://other.example'],
    ['no issuer, where the provider names it', undefined],
  ])('an answer with %s is ISSUER_MISMATCH', async (_, iss) => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const back = await signInAt(await popup.sent)
    await Promise.all([
      comeBack(altered(back, { iss })),
      expect(asked).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' }),
    ])
  })

  test('an answer with an ID token of another issuer is ISSUER_MISMATCH', async () => {
    const { popup } = withPopups()
    const metadata = {
      authorization_endpoint: `${other.issuer}/auth`,
      token_endpoint: `${other.issuer}/token`,
    }
    const asked = ask(popupToken({ ...provider, metadata }))
    const back = await signInAt(await popup.sent)
    await Promise.all([
      comeBack(altered(back, { iss: undefined })),
      expect(asked).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' }),
    ])
  })

  test('a discovery document for another issuer is ISSUER_MISMATCH', async () => {
    withPopups()
    const issuer = real.issuer.replace('localhost', '127.0.0.1')
    await expect(ask(popupToken({ ...provider, issuer }))).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' })
  })

  test.each<[string, (issuer: string) => OidcProvider['issuer']]>([
    ['a list', (issuer) => ['https://one.example', issuer]],
    ['a set', (issuer) => new Set([issuer])],
    ['a function', (issuer) => (iss: string) => iss === issuer],
  ])('%s of issuers gives a token of one of them, and of no other', async (_, issuers) => {
    for (const accepted of [real.issuer, 'https://other.example']) {
      const { popup } = withPopups()
      const asked = ask(popupToken({ ...provider, issuer: issuers(accepted), discovery: real.issuer })).catch(
        codeOf,
      )
      const back = await signInAt(await popup.sent)
      await comeBack(back).catch(() => {})
      const token = await asked
      if (accepted === real.issuer) expect(claimsOf(String(token))).toMatchObject({ iss: real.issuer })
      else expect(token).toBe('ISSUER_MISMATCH')
    }
  })

  test.each<[string, Partial<OidcProvider>, string]>([
    ['a template that includes the issuer', {}, 'token'],
    ['a template of another path', { issuer: 'https://login.example/a/b/v2.0' }, 'ISSUER_MISMATCH'],
  ])('a discovery document with %s is read for every tenant', async (_, more, result) => {
    const { popup } = withPopups()
    const asked: string[] = []
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      asked.push(String(input instanceof Request ? input.url : input))
      return Response.json({
        issuer: 'https://login.example/{tenantid}/v2.0',
        authorization_endpoint: 'https://login.example/authorize',
        token_endpoint: 'https://login.example/token',
      })
    })
    const issuer = 'https://login.example/organizations/v2.0'
    const responseType = 'id_token'
    const token = ask(popupToken({ ...provider, issuer, responseType, ...more })).catch(codeOf)
    if (result !== 'token') {
      expect(await token).toBe(result)
    } else {
      const { searchParams } = new URL(await popup.sent)
      const now = Math.floor(Date.now() / 1000)
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = {
        iss: 'https://login.example/9122040d/v2.0',
        aud: provider.clientId,
        sub: 'ada',
        iat: now,
        exp: now + 60,
        nonce,
      }
      const state = searchParams.get('state') ?? ''
      const signed = `${part({ alg: 'RS256' })}.${part(claims)}.AAAA`
      await comeBack(`${callback}#${new URLSearchParams({ state, id_token: signed })}`)
      expect(await token).toBe(signed)
    }
    expect(asked).toEqual([`${more.issuer ?? issuer}/.well-known/openid-configuration`])
    fetched.mockRestore()
  })

  test('an answer without an ID token is ANSWER_INVALID', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken({ ...provider, responseType: 'id_token' }))
    const back = await signInAt(await popup.sent)
    await Promise.all([
      comeBack(altered(back, { id_token: 'not-a-token' })),
      expect(asked).rejects.toMatchObject({ code: 'ANSWER_INVALID' }),
    ])
  })

  test('an answer with another state on the channel of the request is STATE_MISMATCH', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const state = new URL(await popup.sent).searchParams.get('state')
    const channel = new BroadcastChannel(`embedded-wallet-auth oidc ${state}`)
    channel.postMessage({ type: 'answer', parameters: 'code=forged&state=another' })
    await expect(asked).rejects.toMatchObject({ code: 'STATE_MISMATCH' })
    channel.close()
  })

  test('other messages on the channel are not an answer', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const address = await popup.sent
    const channel = new BroadcastChannel(
      `embedded-wallet-auth oidc ${new URL(address).searchParams.get('state')}`,
    )
    for (const message of [
      null,
      'answer',
      { type: 'answer' },
      { type: 'answer', parameters: 1 },
      { type: 'taken' },
    ])
      channel.postMessage(message)
    channel.close()
    await comeBack(await signInAt(address))
    expect(claimsOf(await asked)).toMatchObject({ nonce })
  })
})

describe('a window without an answer', () => {
  test('a window that was not opened is POPUP_BLOCKED', async () => {
    withPopups()
    vi.stubGlobal('open', () => null)
    await expect(ask(popupToken(provider))).rejects.toMatchObject({ code: 'POPUP_BLOCKED' })
  })

  test.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 390.0',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    ],
  ])('a window in the in-app browser “%s” is POPUPS_UNSUPPORTED', async (userAgent) => {
    withPopups()
    vi.stubGlobal('open', () => null)
    vi.stubGlobal('navigator', { userAgent })
    await expect(ask(popupToken(provider))).rejects.toMatchObject({ code: 'POPUPS_UNSUPPORTED' })
  })

  test('a browser with only one window is POPUPS_UNSUPPORTED', async () => {
    withPopups()
    vi.stubGlobal('open', () => globalThis)
    await expect(ask(popupToken(provider))).rejects.toMatchObject({ code: 'POPUPS_UNSUPPORTED' })
  })

  test('a window that was closed before the wallet asked is POPUP_CLOSED', async () => {
    withPopups()
    const getOidcToken = popupToken(provider)
    getOidcToken.close()
    await expect(ask(getOidcToken)).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
  })

  test('a window that the user closed during the discovery request is POPUP_CLOSED', async () => {
    const { popup } = withPopups()
    const silent = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
    const asked = ask(popupToken(provider))
    popup.closed = true
    await expect(asked).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
    silent.mockRestore()
  })

  test('a window that the user closed at the provider is POPUP_CLOSED, once the page has the focus again', async () => {
    let hasFocus = false
    const { popup } = withPopups(() => hasFocus)
    const asked = ask(popupToken(provider))
    await popup.sent
    // Waits until the window has been seen at the provider.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    popup.closed = true
    hasFocus = true
    await expect(asked).rejects.toMatchObject({ code: 'POPUP_CLOSED' })
  })

  test('a window that only looks closed, because its page has cut the connection, is still awaited', async () => {
    const { popup } = withPopups()
    const asked = ask(popupToken(provider))
    const address = await popup.sent
    popup.closed = true
    const back = await signInAt(address)
    // Longer than the page waits before it reports a closed window.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await comeBack(back)
    expect(claimsOf(await asked)).toMatchObject({ nonce })
  })

  test('a window without an answer in time is TIMEOUT, and is closed', async () => {
    const { popup } = withPopups()
    await expect(ask(popupToken(provider, { timeout: 50 }))).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(popup.closed).toBe(true)
  })

  test('a window is closed when the wallet aborts, and the promise rejects with the wallet’s reason', async () => {
    const { popup } = withPopups()
    const controller = new AbortController()
    const asked = ask(popupToken(provider), controller.signal)
    await popup.sent
    const reason = new Error('cancelled')
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    expect(popup.closed).toBe(true)
  })

  test('a window that is not used is closed after a minute', async () => {
    const { popup } = withPopups()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    popupToken(provider)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(popup.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(popup.closed).toBe(true)
  })
})

describe('a provider', () => {
  test('a provider that cannot be reached is PROVIDER_UNREACHABLE', async () => {
    withPopups()
    await expect(ask(popupToken({ ...provider, issuer: 'http://localhost:1' }))).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    })
  })

  test('a provider without a discovery document is PROVIDER_UNREACHABLE', async () => {
    withPopups()
    await expect(ask(popupToken({ ...provider, issuer: `${real.issuer}/nothing` }))).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    })
  })

  test.each(['javascript:alert(1)', 'http://provider.example/auth', 'nothing'])(
    'whose authorization endpoint is %s gets no window, ANSWER_INVALID',
    async (endpoint) => {
      const { popup } = withPopups()
      const metadata = { authorization_endpoint: endpoint }
      await expect(ask(popupToken({ ...provider, metadata }))).rejects.toMatchObject({
        code: 'ANSWER_INVALID',
      })
      expect(popup.href).toBe('about:blank')
    },
  )

  test.each([
    ['no client id', { clientId: '' }],
    ['an issuer without HTTPS', { issuer: 'http://provider.example' }],
    ['an issuer that is not an address', { issuer: 'provider' }],
    ['no issuer', { issuer: [] }],
    ['several issuers, and nothing to discover', { issuer: ['https://one.example'] }],
    [
      'an issuer of several without HTTPS',
      { issuer: ['http://one.example'], discovery: 'https://one.example' },
    ],
    ['a discovery address without HTTPS', { discovery: 'http://one.example' }],
    ['a template, and nothing to discover', { issuer: 'https://one.example/{tenantid}' }],
    ['a redirect address of another origin', { redirectUri: 'https://elsewhere.example/callback' }],
  ])('a provider with %s causes a TypeError, and no window opens', (_, mistake) => {
    withPopups()
    const open = vi.fn()
    vi.stubGlobal('open', open)
    expect(() => popupToken({ ...provider, ...mistake })).toThrow(TypeError)
    expect(open).not.toHaveBeenCalled()
  })
})

const codeOf = (error: { readonly code?: unknown }): unknown => error.code
