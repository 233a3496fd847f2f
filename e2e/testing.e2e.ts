/**
 * The fixtures of the test kit in a real Playwright run, with pages that sign in with the element or with their own
 * buttons.
 * @module
 */
import type { Page } from '@playwright/test'
import { serve } from 'embedded-wallet-auth/node'
import { emulatorControl, type WalletFixtures, walletFixtures } from 'embedded-wallet-auth-emulator/testing'
import { test as base, expect } from './fixtures.js'
import { addElement } from './support/element-page.js'
import { quoteFor } from './support/quotes.js'
import { signInByCode } from './support/sign-in.js'
import type { WalletPage } from './wallet-page.js'

const test = base.extend<WalletFixtures & { readonly shown: WalletPage }>({
  ...walletFixtures(),
  emulator: async ({ stack }, use) => use(emulatorControl(stack.emulator)),
  // The page that a platform's test opens with page.goto('/').
  shown: async ({ openTab }, use) => use(await openTab({ door: 'element', authenticator: 'none' })),
  page: async ({ shown }, use) => use(shown.page),
})

const sessionOf = async (wallet: WalletPage): Promise<unknown> => (await wallet.state()).session

for (const [attributes, details] of [
  [{}, {}],
  [{ 'code-length': '6' }, { tag: '@long' }],
] as const)
  test(
    `signIn() signs in on <wallet-sign-in> with the attributes ${JSON.stringify(attributes)}`,
    details,
    async ({ page, shown, signIn }) => {
      await addElement(page, 'wallet-sign-in', { attributes })
      await signIn()
      await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
      expect(await sessionOf(shown)).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    },
  )

test('pay() confirms the payment that <wallet-confirm> has just begun to show', { tag: '@long' }, async ({
  page,
  stack,
  signIn,
  pay,
}) => {
  const form = await addElement(page, 'wallet-sign-in')
  await signIn()
  await form.evaluate((element) => element.remove())
  const { quote } = await quoteFor(stack)
  const sheet = await addElement(page, 'wallet-confirm', { quote })
  await pay()
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeVisible()
})

test('passkeys answers the dialogs of a page: accepted, dismissed, left open, gone', async ({
  page,
  shown,
  stack,
  passkeys,
}) => {
  await signInByCode(shown, stack)
  const { credentialId } = await shown.createPasskey('Laptop')
  expect(await passkeys.ids()).toEqual([credentialId])
  await shown.signOut()
  const form = await addElement(page, 'wallet-sign-in')
  const button = form.getByRole('button', { name: 'Use a passkey' })

  await passkeys.respond('dismiss')
  await button.click()
  await expect(form.getByRole('status')).toContainText('Your passkey was not used.')
  await passkeys.respond('wait')
  await button.click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await passkeys.respond('accept')
  await button.click()
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  expect(await sessionOf(shown)).toMatchObject({ status: 'active', type: 'PASSKEY' })

  await passkeys.clear()
  expect(await passkeys.ids()).toEqual([])
  await passkeys.remove()
  await expect(passkeys.ids()).rejects.toThrow()
})

/** The steps for a page with its own buttons. */
const ownSteps = {
  askForCode: (page: Page) => page.getByRole('button', { name: 'Mail me a code' }).click(),
  async enterCode(page: Page, code: string) {
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Signed in')).toBeVisible()
  },
}

const onPort = test.extend<WalletFixtures>({
  ...walletFixtures({ signIn: ownSteps }),
  emulator: async ({ stack }, use) => {
    const served = await serve(stack.emulator.fetch, { port: 0 })
    await use(emulatorControl(`${served.url}/emulator/`))
    await served.close()
  },
})

onPort(
  'signIn() takes the page’s own steps; the emulator is controlled by its address',
  { tag: '@long' },
  async ({ page, shown, signIn, emulator }) => {
    await page.evaluate(() => {
      const field = (name: string, made: HTMLElement): void => {
        const label = document.createElement('label')
        label.append(name, made)
        document.body.append(label)
      }
      const button = (name: string, click: () => Promise<unknown>): void => {
        const made = document.createElement('button')
        made.textContent = name
        made.addEventListener('click', () => void click())
        document.body.append(made)
      }
      const { wallet } = harness
      const input = document.createElement('input')
      button('Mail me a code', () => wallet.signIn({ type: 'EMAIL_OTP' }))
      field('Code', input)
      button('Sign in', async () => {
        await wallet.submit({ otp: input.value })
        document.body.append('Signed in')
      })
    })
    await signIn()
    expect(await sessionOf(shown)).toMatchObject({ status: 'active' })

    await emulator.fault('GET /auth/sessions', { status: 500 })
    await expect(shown.listSessions()).rejects.toMatchObject({ kind: 'service', status: 500 })
    await emulator.advance(16 * 60_000)
    // The session has ended at the service, before the page's clock says so.
    expect(await shown.listSessions()).toEqual([])
  },
)
