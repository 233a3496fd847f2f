/** The first mistakes of those who build a page: the person reads a sentence, the developer what to do. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackend } from '../backend/index.js'
import { memoryStore, type WalletOptions } from '../index.js'
import { baseUrl } from '../wallet/fixtures/ask-as-platform.js'
import { quoteOf } from '../wallet/fixtures/quotes.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { openPage, type Page } from './fixtures/page.js'

let stack: Stack
let page: Page
const print = vi.spyOn(console, 'error')

beforeEach(async () => {
  print.mockReset().mockImplementation(() => {})
  page = openPage()
  stack = await createStack()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await page.close()
})

const walletWith = (options: Partial<WalletOptions> = {}) =>
  stack.wallet({ store: memoryStore(), ...options })

/** The one line of the console, which has to lead to the documentation. */
const told = (): string => {
  expect(print.mock.calls).toHaveLength(1)
  const [[error, advice] = []] = print.mock.calls
  expect(advice).toContain('docs/errors.md')
  return String(error)
}

test('at another port than that of `origins`', async () => {
  const wallet = walletWith({
    backend: (request) => {
      const headers = new Headers(request.headers)
      if (request.method !== 'GET') headers.set('Origin', 'http://localhost:3055')
      return stack.backend(new Request(request, { headers }))
    },
  })
  const element = page.add('wallet-sign-in', { wallet })
  await page.shows(element, 'Email me a code')
  page.click(element, 'Email me a code')
  await page.shows(element, 'Open this site at its usual address')
  expect(told()).toContain('The origin of this page is not in `origins` of the backend.')
})

test('after the platform’s login has ended', async () => {
  const backend = createBackend({
    service: { baseUrl, ...stack.emulator.apiToken, fetch: stack.emulator.fetch },
    authorize: async () => undefined,
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost'],
    stepUp: false,
  })
  const element = page.add('wallet-sign-in', { wallet: walletWith({ backend }) })
  await page.shows(element, 'You are no longer logged in to this site.')
  expect(told()).toContain('A login is required.')
})

test('without HTTPS, where no wallet can be created', async () => {
  vi.stubGlobal('isSecureContext', false)
  const element = page.add('wallet-sign-in')
  await page.shows(element, 'Open this page with an address that begins with https.')
  const confirm = page.add('wallet-confirm', { quote: await quoteOf(stack) })
  await page.shows(confirm, 'Open this page with an address that begins with https.')
  expect(page.text(confirm)).toBe(page.text(element))
  expect(confirm.shadowRoot?.querySelector('.spinner')).toBeNull()
  // The error of `createWallet` is in the console.
  expect(print).not.toHaveBeenCalled()
})

test('with the other way of keys', async () => {
  stack = await createStack({ profile: 'production' })
  const element = page.add('wallet-sign-in', { wallet: walletWith() })
  await page.shows(element, 'Email me a code')
  page.click(element, 'Email me a code')
  await page.shows(element, 'Enter your code')
  page.type(element, stack.otp())
  page.click(element, 'Sign in')
  await page.shows(element, 'Something went wrong on our side.')
  expect(told()).toMatch(/Set `keyDelivery: "client-held"` and `otpSigner`\.$/)
})

test('with a quote of another account', async () => {
  const quote = await quoteOf(await createStack())
  const wallet = walletWith()
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  const element = page.add('wallet-confirm', { wallet, quote })
  await page.shows(element, 'Send 25.00')
  await new Promise((resolve) => setTimeout(resolve, 520))
  page.click(element, 'Send')
  await page.shows(element, 'Something went wrong on our side.')
  expect(told()).toContain('The quote is paid from another account than `accountId`.')
})
