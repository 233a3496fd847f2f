import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../e2e/support/identity-provider.js'
import { type FinishedRedirect, finishRedirect } from './finish-redirect.js'
import { callback, onPage, onTab, origin, signInAt } from './fixtures/pages.js'
import type { OidcProvider } from './provider.js'
import { redirectToken } from './redirect-token.js'

let real: IdentityProvider
let provider: OidcProvider
let stored: Map<string, string>

beforeAll(async () => {
  real = await startIdentityProvider(() => [callback, `${callback}?from=provider`])
})
afterAll(() => real.close())
beforeEach(() => {
  provider = { issuer: real.issuer, clientId: real.clientId, redirectUri: callback }
  stored = onTab()
})
afterEach(() => vi.unstubAllGlobals())

const nonce = 'c'.repeat(64)

/**
 * Starts a redirect as the wallet does, and signs in. Resolves with the address that the provider sends the user back
 * to.
 */
async function goThere(
  asked: Partial<OidcProvider> = {},
): Promise<{ readonly back: string; readonly address: string }> {
  const page = onPage(`${origin}/app?tab=pay`)
  const signal = new AbortController().signal
  void Promise.resolve(redirectToken({ ...provider, ...asked })({ nonce, clientPublicKey: '04', signal }))
  const address = await page.left
  return { address, back: await signInAt(address) }
}

const claimsOf = (finished: FinishedRedirect | undefined): unknown =>
  JSON.parse(Buffer.from(finished?.oidcToken.split('.')[1] ?? '', 'base64url').toString())

test.each(['code', 'id_token'] as const)(
  'a redirect by %s comes back with an ID token of the nonce',
  async (responseType) => {
    const { back } = await goThere({ responseType })
    const page = onPage(back)
    const finished = await finishRedirect()
    expect(claimsOf(finished)).toMatchObject({ nonce, iss: real.issuer, email: 'grace@provider.example' })
    expect(finished?.startedFrom).toBe(`${origin}/app?tab=pay`)
    expect(page.address()).toBe(callback)
  },
)

test('the verifier and the state are deleted before the code is exchanged', async () => {
  const { back, address } = await goThere()
  const [kept = ''] = stored.values()
  const { verifier } = JSON.parse(kept)
  expect(address).not.toContain(verifier)
  expect(back).not.toContain(verifier)
  onPage(back)
  const finishing = finishRedirect()
  expect(stored.size).toBe(0)
  await finishing
})

test('a page that mounts twice gets the same token twice, and the code is exchanged once', async () => {
  const { back } = await goThere()
  onPage(back)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const [first, second] = await Promise.all([finishRedirect(), finishRedirect()])
  expect(first).toBe(second)
  expect(fetched).toHaveBeenCalledTimes(1)
  fetched.mockRestore()
})

test('an address with a used answer is STATE_MISMATCH the second time', async () => {
  const { back } = await goThere()
  onPage(back)
  await finishRedirect()
  onPage(back)
  await expect(finishRedirect()).rejects.toMatchObject({ name: 'OidcError', code: 'STATE_MISMATCH' })
})

test('an answer with another state is STATE_MISMATCH, and the open request stays valid', async () => {
  const { back } = await goThere()
  const foreign = new URL(back)
  foreign.searchParams.set('state', `redirect.${'x'.repeat(43)}`)
  const page = onPage(foreign.href)
  await expect(finishRedirect()).rejects.toMatchObject({ code: 'STATE_MISMATCH' })
  expect(page.address()).toBe(callback)
  onPage(back)
  expect(claimsOf(await finishRedirect())).toMatchObject({ nonce })
})

test.each([
  '/?code=SPRING26',
  '/?error=not_found',
  '/?ref=7&code=SPRING26#terms',
  '/?code=ac_123&state=shop-link-42&scope=read_write',
  '/?code=ac_123&state=redirect.made-up',
  '/?code=ac_123&state=popup.',
  '/#error=offline',
  '/#/route?code=1&state=2',
  '/#id_token=e.e.e&state=xyz',
  '/?error=payment_declined&order=77',
  `/?state=redirect.${'x'.repeat(43)}`,
])('an address that belongs to somebody else stays as it is: %s', async (path) => {
  const page = onPage(`${origin}${path}`)
  expect(await finishRedirect()).toBeUndefined()
  expect(page.address()).toBe(`${origin}${path}`)
})

test('an answer beside what belongs to others is taken alone, and the rest keeps its spelling', async () => {
  const { back } = await goThere({ redirectUri: `${callback}?from=provider` })
  const page = onPage(
    `${back.replace('?from=provider', "?from=provider&a=b%20c&flag&q='x'&d=1%2F2~")}#error=offline`,
  )
  expect(claimsOf(await finishRedirect())).toMatchObject({ nonce })
  expect(page.address()).toBe(`${callback}?from=provider&a=b%20c&flag&q=%27x%27&d=1%2F2~#error=offline`)
})

test('a list or a set of issuers is kept over the redirect', async () => {
  const issuers = ['https://one.example', real.issuer]
  for (const issuer of [issuers, new Set(issuers)]) {
    const { back } = await goThere({ issuer, discovery: real.issuer })
    onPage(back)
    expect(claimsOf(await finishRedirect())).toMatchObject({ iss: real.issuer })
  }
})

test('a function that decides about issuers is passed again after the redirect', async () => {
  const issuer = (iss: string): boolean => iss === real.issuer
  const first = await goThere({ issuer, discovery: real.issuer })
  onPage(first.back)
  expect(claimsOf(await finishRedirect({ issuer }))).toMatchObject({ iss: real.issuer })
  const second = await goThere({ issuer, discovery: real.issuer })
  onPage(second.back)
  await expect(finishRedirect()).rejects.toMatchObject({
    code: 'ISSUER_MISMATCH',
    message: expect.stringContaining('finishRedirect({ issuer })'),
  })
})

test('an answer of another issuer is ISSUER_MISMATCH also after a redirect', async () => {
  const { back } = await goThere()
  onPage(back.replace(encodeURIComponent(real.issuer), 'https%3A%2F%2Fother.example'))
  await expect(finishRedirect()).rejects.toMatchObject({ code: 'ISSUER_MISMATCH' })
})

test('a page whose address has no answer keeps its address, and finishRedirect() returns undefined', async () => {
  const page = onPage(`${origin}/app?state=Ohio#top`)
  expect(await finishRedirect()).toBeUndefined()
  expect(page.address()).toBe(`${origin}/app?state=Ohio#top`)
})

test('the page’s own query parameters stay in the address', async () => {
  const { back } = await goThere({ redirectUri: `${callback}?from=provider` })
  const page = onPage(back)
  await finishRedirect()
  expect(page.address()).toBe(`${callback}?from=provider`)
})

test('a browser that refuses sessionStorage is STORAGE_UNAVAILABLE, and the user stays on the page', async () => {
  onPage(`${origin}/app`)
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  const signal = new AbortController().signal
  await expect(redirectToken(provider)({ nonce, clientPublicKey: '04', signal })).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  })
})

test('a kept request that cannot be read is STATE_MISMATCH', async () => {
  const { back } = await goThere()
  for (const key of stored.keys()) stored.set(key, '{')
  onPage(back)
  await expect(finishRedirect()).rejects.toMatchObject({ code: 'STATE_MISMATCH' })
})

test('going back to the page is REDIRECT_ABANDONED, and the request is deleted', async () => {
  const page = onPage(`${origin}/app`)
  const signal = new AbortController().signal
  const asked = Promise.resolve(redirectToken(provider)({ nonce, clientPublicKey: '04', signal }))
  await page.left
  expect(stored.size).toBe(1)
  page.show({ persisted: false })
  await new Promise((resolve) => setTimeout(resolve))
  expect(stored.size).toBe(1)
  page.show({ persisted: true })
  await expect(asked).rejects.toMatchObject({ code: 'REDIRECT_ABANDONED' })
  expect(stored.size).toBe(0)
})

test('a redirect that the wallet aborts rejects with the wallet’s reason, and the request is deleted', async () => {
  const page = onPage(`${origin}/app`)
  const controller = new AbortController()
  const asked = Promise.resolve(
    redirectToken(provider)({ nonce, clientPublicKey: '04', signal: controller.signal }),
  )
  await page.left
  const reason = new Error('cancelled')
  controller.abort(reason)
  await expect(asked).rejects.toBe(reason)
  expect(stored.size).toBe(0)
})

test('a code that somebody read in a log cannot be exchanged without the verifier, which no address contains', async () => {
  const { back } = await goThere()
  const code = new URL(back).searchParams.get('code') ?? ''
  const { token_endpoint } = await (await fetch(`${real.issuer}/.well-known/openid-configuration`)).json()
  const exchange = (more: Record<string, string>): Promise<Response> =>
    fetch(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: real.clientId,
        redirect_uri: callback,
        code,
        ...more,
      }),
    })
  expect(await (await exchange({})).json()).toMatchObject({ error: 'invalid_grant' })
  expect(await (await exchange({ code_verifier: 'v'.repeat(43) })).json()).toMatchObject({
    error: 'invalid_grant',
  })
})

test('the error behind an OidcError may contain the claims of the ID token', async () => {
  const { back } = await goThere()
  const [[key = '', kept = ''] = []] = stored
  stored.set(key, JSON.stringify({ ...JSON.parse(kept), nonce: 'd'.repeat(64) }))
  onPage(back)
  const error: Error = await finishRedirect().then(
    () => new Error('It did not reject.'),
    (thrown: Error) => thrown,
  )
  expect(error).toMatchObject({ name: 'OidcError', code: 'NONCE_MISMATCH' })
  expect(error.message).not.toContain('grace@provider.example')
  expect(JSON.stringify(Object(error.cause).cause)).toContain('grace@provider.example')
})
