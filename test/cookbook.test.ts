/** The recipes of docs/cookbook.md are the files of `examples/cookbook`, and each does what the page says. @module */
import { createTestStack, type TestStack, type TestStackOptions } from 'embedded-wallet-auth-emulator/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addPasskey, mayOfferPasskey } from '../examples/cookbook/add-a-passkey.js'
import { balances } from '../examples/cookbook/balance.js'
import { sentenceFor, walletThatAsks } from '../examples/cookbook/confirm.js'
import { watchExpiry } from '../examples/cookbook/expiry-banner.js'
import { showPhrase } from '../examples/cookbook/export.js'
import { logOutElsewhere, logOutEverywhere } from '../examples/cookbook/log-out-everywhere.js'
import { lockOut } from '../examples/cookbook/lost-device.js'
import { signIn } from '../examples/cookbook/passkey-then-code.js'
import { pay } from '../examples/cookbook/payment-errors.js'
import { endSession, openSessions } from '../examples/cookbook/sessions.js'
import { createClient } from '../src/client/index.js'
import type { ConfirmationRequest, Wallet } from '../src/index.js'
import { createWallet } from '../src/index.js'
import { stubPasskeys } from '../src/wallet/fixtures/passkeys.js'
import { codeBlocks } from './markdown.js'
import { readTree } from './tree.js'

/** The page of the authenticator in memory. */
const origin = 'http://localhost:5173'

beforeEach(() => {
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function stackWith(options: TestStackOptions = {}): Promise<TestStack> {
  const backend = { origins: [origin], ...options.backend }
  const stack = await createTestStack({ ...options, backend })
  onTestFinished(stack.dispose)
  return stack
}

/** Another wallet of the same account, as on another device. */
const elsewhere = ({ account, backend, clock }: TestStack): Wallet => {
  const wallet = createWallet({ accountId: account.id, backend, clock })
  onTestFinished(() => wallet.dispose())
  return wallet
}

const notYet = { status: 403, code: 'PAYMENT_NOT_YET', message: 'x' }

const statusOf = (wallet: Wallet): string => wallet.getState().session.status

test('docs/cookbook.md shows the files of examples/cookbook as they are, and names the one that is long', () => {
  const page = readTree('docs').get('docs/cookbook.md') ?? ''
  const shown = codeBlocks(page).map(({ code }) => code.trim())
  const files = [...readTree('examples')]
    .filter(([path]) => path.startsWith('examples/cookbook/'))
    .map(([path, text]) => `// ${path}\n${text}`.trim())
  expect(files).toHaveLength(10)
  const long = 'examples/cookbook/payment-errors.ts'
  expect(page).toContain(`\`${long}\``)
  expect(shown.toSorted()).toEqual(files.filter((text) => !text.startsWith(`// ${long}`)).toSorted())
})

describe('passkey then code', () => {
  test('an account without a passkey gets a code', async () => {
    const stack = await stackWith()
    await stubPasskeys()
    expect(await signIn(stack.wallet)).toBe('enter the code')
    await stack.wallet.submit({ otp: stack.code() })
    expect(statusOf(stack.wallet)).toBe('active')
  })

  test('an account with a passkey signs in with it, and gets a code if the dialog is dismissed', async () => {
    const stack = await stackWith()
    let isDismissed = false
    await stubPasskeys(async (kind) => {
      if (kind === 'get' && isDismissed) throw new DOMException('', 'NotAllowedError')
    })
    await stack.signIn()
    await addPasskey(stack.wallet, 'Laptop')
    await stack.wallet.signOut()
    expect(await signIn(stack.wallet)).toBe('signed in')
    isDismissed = true
    expect(await signIn(elsewhere(stack))).toBe('enter the code')
  })
})

test('the banner counts the last minute of a session down, and goes when the session is renewed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const stack = await stackWith()
  await stack.signIn()
  const show = vi.fn()
  const stop = watchExpiry(stack.wallet, show)
  await stack.clock.advance(14 * 60_000 + 30_000)
  vi.advanceTimersByTime(1_000)
  expect(show).toHaveBeenLastCalledWith(30)
  await stack.wallet.sessions.refresh()
  vi.advanceTimersByTime(1_000)
  expect(show).toHaveBeenLastCalledWith(undefined)
  stop()
  vi.useRealTimers()
})

test('logging out everywhere ends all sessions and the login; logging out elsewhere keeps this one', async () => {
  const stack = await stackWith()
  const [phone, fetched] = [elsewhere(stack), vi.fn(async () => new Response())]
  vi.stubGlobal('fetch', fetched)
  await stack.signIn(phone)
  await stack.signIn()
  await logOutElsewhere(stack.wallet)
  await phone.sessions.list()
  expect([statusOf(phone), statusOf(stack.wallet)]).toEqual(['none', 'active'])
  await logOutEverywhere(stack.wallet)
  expect(statusOf(stack.wallet)).toBe('none')
  expect(await stack.wallet.sessions.list()).toEqual([])
  expect(fetched).toHaveBeenCalledWith('/api/logout', { method: 'POST' })
})

test('a wallet that asks names the amount that is stamped, and stamps nothing after a no', async () => {
  const asked: string[] = []
  let largest = ''
  const stack = await stackWith({
    wallet: {
      confirm: async (request: ConfirmationRequest) => {
        asked.push(sentenceFor(request))
        if (request.operation === 'executeQuote') {
          const sends = { ...request.details.sends, amount: Number.MAX_SAFE_INTEGER }
          largest = sentenceFor({ ...request, details: { ...request.details, sends } })
        }
        return asked.length > 1
      },
    },
  })
  await stack.signIn()
  const quote = await stack.quote({ amount: 20_000_000 })
  expect(await pay(stack.wallet, quote)).toEqual({ show: 'nothing' })
  expect((await pay(stack.wallet, quote)).show).toBe('receipt')
  expect(asked).toEqual(['Send 20 USDB?', 'Send 20 USDB?'])
  expect(largest).toBe('Send 9,007,199,254.740991 USDB?')
  const wallet = walletThatAsks(stack.account.id, async () => true)
  wallet.dispose()
})

test('a passkey is offered after a code where the browser has one to make, until there is one', async () => {
  const stack = await stackWith()
  await stack.signIn()
  expect(await mayOfferPasskey(stack.wallet)).toBe(false)
  let isDismissed = true
  await stubPasskeys(async () => {
    if (isDismissed) throw new DOMException('', 'NotAllowedError')
  })
  expect(await mayOfferPasskey(stack.wallet)).toBe(true)
  expect(await addPasskey(stack.wallet, 'Laptop')).toBe(false)
  isDismissed = false
  expect(await addPasskey(stack.wallet, 'Laptop')).toBe(true)
  expect(await mayOfferPasskey(stack.wallet)).toBe(false)
})

test('a lost device is locked out: its passkey is gone, and so are its sessions', async () => {
  const stack = await stackWith()
  await stubPasskeys()
  await stack.signIn()
  const lost = elsewhere(stack)
  const { id } = await stack.wallet.credentials.create({ type: 'PASSKEY', nickname: 'Lost phone' })
  await lost.signIn({ type: 'PASSKEY' })
  await lockOut(stack.wallet, id)
  expect((await stack.wallet.credentials.list()).map(({ type }) => type)).toEqual(['EMAIL_OTP'])
  await lost.sessions.list()
  expect([statusOf(lost), statusOf(stack.wallet)]).toEqual(['none', 'active'])
})

test('the phrase is shown after a fresh proof, once the platform wants one, and is wiped afterwards', async () => {
  const { account, ...stack } = await stackWith({
    backend: { stepUp: { maxAge: 60 }, loginSession: () => 'login' },
  })
  await stack.signIn()
  await stack.clock.advance(2 * 60_000)
  const proveAgain = vi.fn(() => stack.signIn())
  let words = 0
  let kept = new Uint8Array([1])
  await showPhrase(stack.wallet, proveAgain, async (phrase) => {
    words = new TextDecoder().decode(phrase).split(' ').length
    kept = phrase as Uint8Array<ArrayBuffer>
  })
  expect([account.type, proveAgain.mock.calls.length, words]).toEqual(['EMBEDDED_WALLET', 1, 12])
  expect(kept.every((byte) => byte === 0)).toBe(true)
})

test('the balance is read by the server, as text with the currency’s decimals, of own accounts only', async () => {
  const { emulator, account } = await stackWith({ balance: 125_500_000 })
  const client = createClient({
    baseUrl: 'https://service.test/2025-10-13',
    auth: { type: 'basic', ...emulator.apiToken },
    fetch: emulator.fetch,
  })
  const { customerId = '' } = account
  const answer = await balances(client, customerId, [account.id])
  expect(await answer.json()).toEqual([{ id: account.id, text: '125.500000 USDB' }])
  expect(await (await balances(client, customerId, [])).json()).toEqual([])
})

test('the sessions are listed with this one first, and any of them can be ended', async () => {
  const stack = await stackWith()
  const phone = elsewhere(stack)
  await stack.signIn()
  await stack.clock.advance(1_000)
  await stack.signIn(phone)
  const [own, other, ...more] = await openSessions(stack.wallet)
  expect([own?.isThisOne, other?.isThisOne, more]).toEqual([true, false, []])
  await endSession(stack.wallet, other?.id ?? '')
  expect(await openSessions(stack.wallet)).toHaveLength(1)
  await endSession(stack.wallet, own?.id ?? '')
  expect(stack.wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
})

describe('every error of a payment', () => {
  const execute = 'POST /quotes/{quoteId}/execute'

  test('a payment that is made leads to its receipt, and the same quote to the same receipt', async () => {
    const stack = await stackWith()
    await stack.signIn()
    const quote = await stack.quote({ amount: 20_000_000 })
    expect(await pay(stack.wallet, quote)).toMatchObject({ show: 'receipt', quote: { status: 'COMPLETED' } })
    expect((await pay(stack.wallet, quote)).show).toBe('receipt')
  })

  test('a payment that the service calls FAILED is not shown as a receipt', async () => {
    const stack = await stackWith()
    await stack.signIn()
    const quote = await stack.quote({ amount: 20_000_000 })
    stack.emulator.faults.next(execute, { status: 200, body: { ...quote, status: 'FAILED' } })
    expect((await pay(stack.wallet, quote)).show).toBe('failed')
  })

  test('a payment that waits for the person is not shown as a receipt', async () => {
    const stack = await stackWith()
    await stack.signIn()
    const quote = await stack.quote({ amount: 20_000_000 })
    stack.emulator.faults.next(execute, { status: 200, body: { ...quote, status: 'PENDING_AUTHORIZATION' } })
    expect((await pay(stack.wallet, quote)).show).toBe('authorization')
  })

  test('a lost answer is a payment in doubt, and paying the same quote again ends the doubt', async () => {
    const stack = await stackWith()
    await stack.signIn()
    const quote = await stack.quote({ amount: 20_000_000 })
    stack.emulator.faults.next(execute, { answer: 'lost' })
    expect(await pay(stack.wallet, quote)).toEqual({ show: 'in doubt' })
    expect((await pay(stack.wallet, quote)).show).toBe('receipt')
    expect(stack.emulator.ledger.balance(stack.account.id, 'USDB')).toBe(80_000_000n)
  })

  test.each([
    [
      { status: 429, retryAfter: 30 },
      { show: 'try again', seconds: 30 },
    ],
    [{ status: 404, code: 'QUOTE_NOT_FOUND' }, { show: 'another quote' }],
    [{ status: 403, code: 'PAYMENT_PASSKEY_REQUIRED' }, { show: 'add a passkey' }],
    [{ status: 403, code: 'PAYMENT_PASSKEY_UNKNOWN' }, { show: 'sign in with the passkey' }],
    [
      {
        status: 403,
        body: { ...notYet, details: { from: '2026-01-02T00:00:00.000Z' } },
      },
      { show: 'later', from: '2026-01-02T00:00:00.000Z' },
    ],
    [
      { status: 409, code: 'CONFLICT' },
      { show: 'refused', why: expect.any(String) },
    ],
    [
      { status: 400, code: 'INSUFFICIENT_FUNDS' },
      { show: 'refused', why: expect.any(String) },
    ],
  ])('the refusal %o leads to %o', async (fault, outcome) => {
    const stack = await stackWith()
    await stack.signIn()
    const quote = await stack.quote({ amount: 20_000_000 })
    stack.emulator.faults.next(execute, fault)
    expect(await pay(stack.wallet, quote)).toEqual(outcome)
  })

  test('without a session a payment asks for a sign-in, and after the expiry of its quote for another one', async () => {
    const stack = await stackWith()
    const quote = await stack.quote({ amount: 20_000_000 })
    expect(await pay(stack.wallet, quote)).toEqual({ show: 'sign in' })
    await stack.clock.advance(Date.parse(quote.expiresAt) - stack.clock.now() + 1_000)
    await stack.signIn()
    expect(await pay(stack.wallet, quote)).toEqual({ show: 'another quote' })
  })
})
