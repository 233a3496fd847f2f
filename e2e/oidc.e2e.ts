import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.js'
import type { StackOptions } from './served-stack.js'
import { type IdentityProvider, startIdentityProvider } from './support/identity-provider.js'
import { settled } from './wallet-calls.js'

let allowed: readonly string[] = []

const test = base.extend<{ provider: IdentityProvider; stackOptions: StackOptions }>({
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright learns what a fixture needs
  provider: async ({}, use) => {
    const provider = await startIdentityProvider(() => allowed)
    await use(provider)
    await provider.close()
  },
  stackOptions: async ({ provider }, use) => {
    await use({ credential: false, issuers: [provider.issuer] })
  },
})

/** Signs in at the provider, as a user does. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('grace')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await consent(page)
}

const consent = (page: Page): Promise<void> =>
  page.locator('form button[type=submit]', { hasText: 'Continue' }).click()

test('a real identity provider’s tokens create a credential by popup and sign in after a redirect', async ({
  wallet,
  stack,
  provider,
  context,
}) => {
  const { page } = wallet
  const redirectUri = page.url()
  allowed = [`${stack.origin}/callback`, redirectUri]

  const opened = context.waitForEvent('page')
  const creating = settled(
    page.evaluate(
      (template) =>
        harness.call((wallet) =>
          wallet.credentials.create({
            type: 'OAUTH',
            getOidcToken: harness.throughPopup(open('', 'provider', 'popup'), (nonce, state) =>
              template.replace('NONCE', nonce).replace('STATE', state),
            ),
          }),
        ),
      provider.authorizationUrl({
        redirectUri: `${stack.origin}/callback`,
        nonce: 'NONCE',
        state: 'STATE',
      }),
    ),
  )
  await signInAtProvider(await opened)
  expect(await creating).toMatchObject({ type: 'OAUTH', nickname: 'grace@provider.example' })

  await page.evaluate(
    (template) => {
      const getOidcToken = ({ nonce }: { readonly nonce: string }): Promise<string> => {
        location.assign(template.replace('NONCE', nonce))
        return new Promise(() => {})
      }
      void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
    },
    provider.authorizationUrl({ redirectUri, nonce: 'NONCE', state: 'any' }),
  )
  await consent(page)
  await page.waitForURL(/#.*id_token=/)
  await page.evaluate(() => harness.wallet.ready)
  expect((await wallet.state()).flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
  const token = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('id_token') ?? ''
  await wallet.handInToken(token)
  expect((await wallet.state()).session).toMatchObject({
    status: 'active',
    type: 'OAUTH',
    nickname: 'grace@provider.example',
  })
  expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  // The same token is bound to a client key that has already been used.
  await expect(wallet.handInToken(token)).rejects.toMatchObject({ code: 'NOT_AWAITED' })
})
