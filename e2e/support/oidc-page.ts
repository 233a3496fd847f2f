/** What a user does on the page of the OIDC door, and at a real provider. @module */
import type { Page } from '@playwright/test'
import type { WalletPage } from '../wallet-page.js'
import type { IdentityProvider } from './identity-provider.js'

/** Clicks the button with which a user continues at the provider. */
export const consent = (page: Page): Promise<void> =>
  page.locator('form button[type=submit]', { hasText: 'Continue' }).click()

/** Signs in at the provider for the first time, as a user does. */
export async function signInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('grace')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await consent(page)
}

/** Clicks the page's button, which opens a pop-up for a provider. The outcome of the call is in `harness.ended`. */
export async function click(
  wallet: WalletPage,
  provider: IdentityProvider,
  call: 'create' | 'signIn',
): Promise<Page> {
  const { page } = wallet
  await page.evaluate(
    ([issuer, clientId, call]) => {
      const { open } = globalThis
      globalThis.open = (...parts) => {
        const opened = open(...parts)
        Object.assign(globalThis, { opened })
        return opened
      }
      harness.clicked = () => {
        const getOidcToken = oidc.popupToken({ issuer, clientId, redirectUri: '/returned' })
        const ended = harness.call<unknown>((wallet) => {
          const begun: Promise<unknown> =
            call === 'create'
              ? wallet.credentials.create({ type: 'OAUTH', getOidcToken })
              : wallet.signIn({ type: 'OAUTH', getOidcToken })
          return begun.finally(getOidcToken.close)
        })
        Object.assign(globalThis, { ended })
      }
    },
    [provider.issuer, provider.clientId, call] as const,
  )
  const opened = page.waitForEvent('popup').catch(() => undefined)
  const context = page.context().waitForEvent('page')
  await page.locator('button').click()
  await opened
  return context
}

/** Resolves with how the call of the last click ended. */
export const ended = (wallet: WalletPage): Promise<unknown> =>
  wallet.page.evaluate(() => Reflect.get(globalThis, 'ended') as Promise<unknown>)

/** Leaves for the provider. */
export const leave = (wallet: WalletPage, { issuer, clientId }: IdentityProvider): Promise<void> =>
  wallet.page.evaluate(
    (provider) => {
      const getOidcToken = oidc.redirectToken(provider)
      const ended = harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
      Object.assign(globalThis, { ended })
    },
    { issuer, clientId, redirectUri: wallet.page.url() },
  )

/** Leaves for the provider, returns, and submits the result. */
export async function throughRedirect(wallet: WalletPage, provider: IdentityProvider): Promise<unknown> {
  const { page } = wallet
  const { origin } = new URL(page.url())
  await leave(wallet, provider)
  await consent(page)
  await page.waitForURL((url) => url.origin === origin && !url.searchParams.has('code'))
  return handIn(wallet)
}

/** Submits the result of the redirect. */
export const handIn = (wallet: WalletPage): Promise<unknown> =>
  wallet.page.evaluate(async () => {
    await harness.wallet.ready
    const finished = await oidc.finished
    if (!finished.ok) return finished.error['code']
    const { oidcToken = '' } = finished.value ?? {}
    return harness.call((wallet) => wallet.submit({ oidcToken }))
  })
