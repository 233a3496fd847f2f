/** A frame from which the browser keeps the login, or a page where nobody is logged in: each call has a way out. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AccountStore, memoryStore } from '../index.js'
import { rebuilt } from '../port/carried-error.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { createStack } from '../wallet/fixtures/stack.js'
import { cutOffFrame, isOfOtherSite } from './cut-off.js'
import { quoteOf, signedInFrame, walletOf } from './fixtures/framed-stack.js'
import { framed, shop, walletOrigin } from './fixtures/windows.js'

/** A store that survives its page, as that of a browser. */
const ownStore = (): AccountStore => ({ ...memoryStore(), tier: 'indexeddb' })

const notLoggedIn = async (): Promise<Response> =>
  Response.json({ status: 401, code: 'NOT_LOGGED_IN', message: 'No.' }, { status: 401 })

describe('a frame from which the browser keeps the login', () => {
  test.each(['its page knows', 'its backend says'])('signs in and pays in windows, once %s', async (who) => {
    const stack = await createStack()
    const inWindow = { wallet: { ...walletOf(stack), store: ownStore() } }
    const wallet = who === 'its page knows' ? undefined : { ...walletOf(stack), backend: notLoggedIn }
    const page = await signedInFrame(stack, { wallet, inWindow, isCutOff: true })
    expect(page.wallet.getState().session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    expect((await page.wallet.executeQuote(await quoteOf(stack))).status).toBe('COMPLETED')
    expect(page.windows.map(({ closed }) => closed)).toEqual([true, true, true])
    expect(await page.wallet.credentials.list()).toHaveLength(1)
    expect(page.wallet.getState().session.status).toBe('active')
  })

  test('is WINDOW_BLOCKED if the browser opens no window', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: undefined, isCutOff: true }, { opens: false })
    await wallet.ready
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    expect(await codeOf(wallet.credentials.list().then(() => {}))).toBe('WINDOW_BLOCKED')
    expect(stack.emulator.requests().filter(({ path }) => path.includes('credentials'))).toEqual([])
  })
})

describe('a wallet’s page where nobody is logged in', () => {
  test('refuses calls at once without a window, and serves the next one once somebody has logged in', async () => {
    const stack = await createStack()
    const page = framed({ wallet: undefined })
    await expect(page.wallet.credentials.list()).rejects.toMatchObject({
      kind: 'service',
      status: 401,
      code: 'NOT_LOGGED_IN',
    })
    expect(page.windows).toEqual([])
    expect(page.wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    page.next({ wallet: walletOf(stack) })
    expect(await page.wallet.credentials.list()).toHaveLength(1)
  })

  test('is NOT_LOGGED_IN in a window, too, which closes', async () => {
    const page = framed({ wallet: undefined, isCutOff: true })
    expect(await codeOf(page.wallet.credentials.list().then(() => {}))).toBe('NOT_LOGGED_IN')
    expect(page.windows.map(({ closed }) => closed)).toEqual([true])
  })
})

describe('a frame', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['has', 'the browser says so', async () => true, shop, false],
    ['has', 'the browser does not say', undefined, shop, false],
    ['has', 'the browser fails to say', () => Promise.reject(new Error('No.')), shop, false],
    ['has not', 'the browser says so', async () => false, shop, true],
    ['has not', 'its parent is of another site', async () => true, 'https://shop.example.net', true],
  ])('%s the login if %s', async (_, __, hasStorageAccess, parent, isCutOff) => {
    vi.stubGlobal('document', { hasStorageAccess })
    vi.stubGlobal('location', { origin: walletOrigin })
    const isFrameCutOff = cutOffFrame()
    await new Promise((resolve) => setTimeout(resolve))
    expect(isFrameCutOff(parent)).toBe(isCutOff)
  })
})

test.each([
  ['https://shop.example.com', 'https://wallet.example.com', false],
  ['http://localhost:3000', 'http://localhost:3001', false],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3001', false],
  ['https://shop.example.com', 'https://wallet.example.net', true],
  ['http://localhost:3000', 'http://wallet.site.localhost:3000', true],
  ['http://10.1.0.1', 'http://10.2.0.1', true],
  ['http://[::1]:3000', 'http://[::1]:3001', false],
  ['http://shop.example.com', 'https://wallet.example.com', true],
  // Of different sites. Nothing but a list of all registries tells.
  ['https://shop.co.uk', 'https://wallet.co.uk', false],
])('%s around %s is certainly of another site: %j', (parent, own, isOther) => {
  expect(isOfOtherSite(parent, own)).toBe(isOther)
})

test.each(['constructor', '__proto__', 'toString'])('an error of the kind %s is the service’s', (kind) => {
  expect(rebuilt(JSON.parse(`{"kind":"${kind}","code":"X","message":"x"}`)).name).toBe('ServiceError')
})
