import type { Page } from '@playwright/test'
import type { DiagnoseOptions } from 'embedded-wallet-auth/diagnose'
import { test as base, expect } from './fixtures.js'
import type { StackOptions } from './served-stack.js'
import type { PageSettings } from './support/harness-files.js'
import { type IdentityProvider, startIdentityProvider } from './support/identity-provider.js'
import {
  click,
  consent,
  ended,
  handIn,
  leave,
  signInAtProvider,
  throughRedirect,
} from './support/oidc-page.js'

const cutOff = { 'Cross-Origin-Opener-Policy': 'same-origin' }

interface Given {
  /** The headers of the provider's answers. */
  readonly providerHeaders: Readonly<Record<string, string>>
  readonly pages: PageSettings
  readonly provider: IdentityProvider
  readonly stackOptions: StackOptions
}

let allowed: readonly string[] = []

const test = base.extend<Given>({
  providerHeaders: [{}, { option: true }],
  pages: [{}, { option: true }],
  provider: async ({ providerHeaders }, use) => {
    const provider = await startIdentityProvider(() => allowed, providerHeaders)
    await use(provider)
    await provider.close()
  },
  stackOptions: async ({ provider, pages }, use) => {
    const { issuer } = provider
    await use({ credential: false, issuers: [issuer], pages: { ...pages, reached: [issuer] } })
  },
  wallet: async ({ openTab, stack }, use) => {
    const wallet = await openTab({ door: 'oidc' })
    allowed = [`${stack.origin}/returned`, wallet.page.url()]
    await use(wallet)
  },
})

test.describe('a pop-up at a real provider', () => {
  for (const [title, isCutOff, providerHeaders, pages, details] of [
    ['an ordinary provider', false, {}, {}, { tag: '@long' }],
    ['a provider that cuts off its opener', true, cutOff, {}, { tag: '@long' }],
    ['a page that cuts off what it opens', true, {}, { headers: cutOff }, { tag: '@long' }],
  ] as const) {
    test.describe(title, details, () => {
      test.use({ providerHeaders, pages })

      test(`links an identity, and signs in with it by pop-up and by redirect: ${title}`, async ({
        wallet,
        provider,
      }) => {
        const first = await click(wallet, provider, 'create')
        await first.locator('input[name=login]').waitFor()
        // Otherwise the browser has not cut off the pop-up, and this test would test nothing.
        expect(await wallet.page.evaluate(() => Reflect.get(globalThis, 'opened').closed)).toBe(isCutOff)
        await signInAtProvider(first)
        expect(await ended(wallet)).toMatchObject({
          ok: true,
          value: { type: 'OAUTH', nickname: 'grace@provider.example' },
        })
        const second = await click(wallet, provider, 'signIn')
        await consent(second)
        expect(await ended(wallet)).toEqual({ ok: true })
        expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
        await expect.poll(() => second.isClosed()).toBe(true)
        expect(await throughRedirect(wallet, provider)).toEqual({ ok: true })
      })
    })
  }

  test('that the person closes is POPUP_CLOSED, and the flow is idle', { tag: '@long' }, async ({
    wallet,
    provider,
  }) => {
    const popup = await click(wallet, provider, 'create')
    await popup.locator('input[name=login]').waitFor()
    // Waits until the page has checked the pop-up, which no event reports.
    await wallet.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_200)))
    await popup.close()
    expect(await ended(wallet)).toMatchObject({
      ok: false,
      error: { code: 'OIDC_CALLBACK_FAILED', cause: { name: 'OidcError', code: 'POPUP_CLOSED' } },
    })
    expect((await wallet.state()).flow.status).toBe('idle')
  })

  test('takes no answer from a page of another origin, nor from one that a stranger opened', {
    tag: '@long',
  }, async ({ wallet, stack, provider, context }) => {
    const popup = await click(wallet, provider, 'create')
    await popup.locator('input[name=login]').waitFor()
    const stranger = await context.newPage()
    await stranger.goto(`${stack.origin.replace('localhost', '127.0.0.1')}/returned`)
    const forged = { code: 'forged', state: `popup.${'forged-'.repeat(6)}x`, iss: provider.issuer }
    const opening = context.waitForEvent('page')
    await stranger.evaluate(
      ([address, parameters]) => {
        const opened = open(address)
        const messages = [{ type: 'answer', parameters }, { type: 'taken' }, parameters]
        for (const message of messages) opened?.postMessage(message, '*')
        // A channel of this origin reaches only pages of this origin.
        new BroadcastChannel('embedded-wallet-auth oidc').postMessage({ type: 'answer', parameters })
      },
      [
        `${stack.origin}/returned?${new URLSearchParams(forged)}`,
        new URLSearchParams(forged).toString(),
      ] as const,
    )
    const strange = await opening
    await expect(strange).toHaveTitle('STATE_MISMATCH')
    expect(new URL(strange.url()).search).toBe('')
    await signInAtProvider(popup)
    expect(await ended(wallet)).toMatchObject({ ok: true })
  })
})

/** How often each test repeats it. */
const trials = [
  { times: 2, details: {} },
  { times: 20, details: { tag: '@long' } },
]

test.describe('a redirect to a real provider, with the back/forward cache', () => {
  for (const { times, details } of trials)
    test(
      `signs in by ${times} redirects, and an address that is opened again signs nobody in`,
      details,
      async ({ wallet, provider }) => {
        const { page } = wallet
        const home = page.url()
        await signInAtProvider(await click(wallet, provider, 'create'))
        await ended(wallet)
        let address = ''
        page.on('request', (request) => {
          if (request.url().includes('code=')) address = request.url()
        })
        for (let time = 0; time < times; time += 1) {
          expect(await throughRedirect(wallet, provider)).toEqual({ ok: true })
          expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
          expect(page.url()).toBe(home)
        }
        await page.goto(address)
        expect(await handIn(wallet)).toBe('STATE_MISMATCH')
      },
    )

  test('that the person comes back from is REDIRECT_ABANDONED, and the next one signs in', {
    tag: '@long',
  }, async ({ wallet, provider }) => {
    const { page } = wallet
    await signInAtProvider(await click(wallet, provider, 'create'))
    await ended(wallet)
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    await leave(wallet, provider)
    await page.locator('form button[type=submit]').waitFor()
    await page.goBack({ waitUntil: 'commit' })
    // Otherwise the browser has not kept the page in the back/forward cache, and this test would test nothing.
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
    expect(await ended(wallet)).toMatchObject({ error: { cause: { code: 'REDIRECT_ABANDONED' } } })
    expect((await wallet.state()).flow.status).toBe('idle')
    expect(await throughRedirect(wallet, provider)).toEqual({ ok: true })
  })
})

test.describe('diagnose() in a real page', () => {
  const told = (wallet: { readonly page: Page }, options: DiagnoseOptions): Promise<readonly string[]> =>
    wallet.page.evaluate(
      async (given) => (await diagnose(given)).map(({ severity, code }) => `${severity} ${code}`),
      options,
    )
  test.use({ pages: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } } })

  // A browser under test may delete a site's data when it needs the space.
  const usual = 'note STORAGE_NOT_PERSISTENT'

  test('finds nothing to mend in a page with a backend and a provider', async ({ wallet, provider }) => {
    const found = await told(wallet, { backend: '/wallet', issuers: [provider.issuer] })
    expect(found.filter((each) => each !== usual)).toEqual([])
  })

  test('tells a policy that blocks an issuer, and a backend that is not there', async ({
    wallet,
    complaints,
  }) => {
    const found = await told(wallet, { backend: '/oidc.js', issuers: ['https://login.example'] })
    expect(found.filter((each) => each !== usual)).toEqual(['error BACKEND_UNKNOWN', 'error CSP_BLOCKS'])
    expect(complaints.splice(0).join('\n')).toContain('connect-src')
  })
})
