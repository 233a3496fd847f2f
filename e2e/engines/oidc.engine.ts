import { expect } from '@playwright/test'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.js'
import { addressOf } from '../wallet-page.js'
import type { DriverTab } from './driver.js'
import { engine, redirects } from './engine.js'
import { test as base } from './engine-fixtures.js'
import { open } from './scripted-page.js'

let allowed: readonly string[] = []

const test = base.extend<{ readonly provider: IdentityProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  provider: async ({}, use) => {
    const provider = await startIdentityProvider(() => allowed)
    await use(provider)
    await provider.close()
  },
  stackOptions: async ({ provider }, use) => {
    const { issuer } = provider
    await use({ credential: false, issuers: [issuer], pages: { reached: [issuer] } })
  },
})

/** Waits for a form of the provider that has this field, fills it in and sends it. */
async function send(
  tab: DriverTab,
  field: string,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const script = `
    const [field, values] = arguments
    if (document.readyState !== 'complete' || !document.querySelector(field)) return false
    for (const [name, value] of Object.entries(values)) document.querySelector('input[name=' + name + ']').value = value
    document.querySelector('form button[type=submit]').click()
    return true`
  await expect.poll(() => tab.execute(script, [field, values]).catch(() => false)).toBe(true)
}

const signInAtProvider = (tab: DriverTab): Promise<void> =>
  send(tab, 'input[name=login]', { login: 'grace', password: 'anything' })

const consent = (tab: DriverTab): Promise<void> =>
  send(tab, 'form[action*="confirm"], form input[value=consent]')

test(`the door for ID tokens signs in through a redirect to a real provider, ${redirects} times of ${redirects}`, async ({
  driver,
  stack,
  provider,
}) => {
  test.setTimeout(180_000 + redirects * 6_000)
  const home = addressOf(stack, { door: 'oidc' })
  allowed = [`${stack.origin}/callback`, home]
  const tab = await driver.newTab()
  const page = await open(tab, home)
  await page.evaluate(() => harness.wallet.ready)

  // On `window`, because Firefox gives each script its own global object. The sign-in uses a second tab, because there
  // is no user click that could open a pop-up.
  await page.evaluate(
    (template) => {
      const location = { replace: (address: string) => void Object.assign(window, { address }) }
      const popup = { location, close: () => {} } as unknown as Window
      const getOidcToken = harness.throughPopup(popup, (nonce, state) =>
        template.replace('NONCE', nonce).replace('STATE', state),
      )
      const created = harness.call((wallet) => wallet.credentials.create({ type: 'OAUTH', getOidcToken }))
      Object.assign(window, { created })
    },
    provider.authorizationUrl({ redirectUri: `${stack.origin}/callback`, nonce: 'NONCE', state: 'STATE' }),
  )
  let address: unknown
  await expect.poll(async () => (address = await tab.execute('return window.address ?? ""', []))).not.toBe('')
  const other = await driver.newTab()
  await other.navigate(String(address))
  await signInAtProvider(other)
  await consent(other)
  const created = await page.evaluate(() => Reflect.get(window, 'created') as Promise<unknown>)
  expect(created).toMatchObject({ ok: true, value: { type: 'OAUTH' } })

  for (let time = 0; time < redirects; time += 1) {
    await tab.execute(
      `const [provider] = arguments
      setTimeout(() => {
        const getOidcToken = oidc.redirectToken(provider)
        void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
      }, 0)`,
      [{ issuer: provider.issuer, clientId: provider.clientId, redirectUri: home }],
    )
    await expect.poll(() => tab.execute('return location.origin', [])).toBe(new URL(provider.issuer).origin)
    if (time === 0) {
      const script =
        'return document.readyState === "complete" && !!document.querySelector("input[name=login]")'
      if ((await tab.execute(script, [])) === true) await signInAtProvider(tab)
    }
    await consent(tab)
    const isBack = `return location.origin === "${stack.origin}" && !location.search.includes("code=") && typeof harness === "object"`
    await expect.poll(() => tab.execute(isBack, []).catch(() => false)).toBe(true)
    const ended = await page.evaluate(async () => {
      await harness.wallet.ready
      const finished = await oidc.finished
      if (!finished.ok) return finished.error['code']
      const { oidcToken = '' } = finished.value ?? {}
      return harness.call((wallet) => wallet.submit({ oidcToken }))
    })
    expect(ended).toEqual({ ok: true })
    const state = await page.evaluate(() => harness.wallet.getState())
    expect(state.session).toMatchObject({ status: 'active', type: 'OAUTH' })
  }
  await other.close().catch(() => {})
  await tab.close()
})

// MiniBrowser opens no window for a page that is driven.
if (engine.name === 'firefox') {
  test('the door for ID tokens links an identity and signs in with a pop-up at a real provider', async ({
    driver,
    stack,
    provider,
  }) => {
    const home = addressOf(stack, { door: 'oidc' })
    allowed = [`${stack.origin}/returned`]
    const tab = await driver.newTab()
    const page = await open(tab, home)
    await page.evaluate(() => harness.wallet.ready)
    const begin = async (call: 'create' | 'signIn'): Promise<DriverTab> => {
      await tab.execute(
        `const [issuer, clientId, call] = arguments
      harness.clicked = () => {
        const getOidcToken = oidc.popupToken({ issuer, clientId, redirectUri: '/returned' })
        window.ended = harness.call((wallet) =>
          (call === 'create' ? wallet.credentials.create : wallet.signIn)({ type: 'OAUTH', getOidcToken }))
      }`,
        [provider.issuer, provider.clientId, call],
      )
      await tab.click?.('button')
      if (driver.opened === undefined) throw new Error('This engine opens no windows here.')
      return driver.opened()
    }
    const ended = (): Promise<unknown> =>
      page.evaluate(() => Reflect.get(window, 'ended') as Promise<unknown>)

    const first = await begin('create')
    await signInAtProvider(first)
    await consent(first)
    expect(await ended()).toMatchObject({
      ok: true,
      value: { type: 'OAUTH', nickname: 'grace@provider.example' },
    })
    const second = await begin('signIn')
    await consent(second)
    expect(await ended()).toEqual({ ok: true })
    const state = await page.evaluate(() => harness.wallet.getState())
    expect(state.session).toMatchObject({ status: 'active', type: 'OAUTH' })
    // The library has closed both.
    for (const popup of [first, second])
      await expect.poll(() => popup.execute('return 1', []).catch(() => 'gone')).toBe('gone')
    await tab.close()
  })
}
