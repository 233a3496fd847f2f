/** `<wallet-confirm>` over the whole stack in memory. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ConfirmationRequest,
  memoryStore,
  type Quote,
  quoteDetails,
  type Wallet,
  type WalletOptions,
} from '../index.js'
import { quoteOf } from '../wallet/fixtures/quotes.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { openPage, type Page } from './fixtures/page.js'
import type { WalletConfirmElement } from './index.js'

let stack: Stack
let page: Page
let wallet: Wallet
let quote: Quote
let executions: number
/** Whether requests fail. */
let isCut = false

const connect = async (options: Partial<WalletOptions> = {}): Promise<void> => {
  executions = 0
  wallet = stack.wallet({
    store: memoryStore(),
    backend: (request) => {
      if (isCut) return Promise.reject(new TypeError('Failed to fetch'))
      if (request.url.endsWith('/execute')) executions += 1
      return stack.backend(request)
    },
    ...options,
  })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
}

const newQuote = (amount?: number): Promise<Quote> => quoteOf(stack, amount)

/** Connects the wallet to a backend that accepts payments from this time on. */
const connectTo = async (from: number): Promise<void> => {
  wallet.dispose()
  await connect({
    backend: (request) =>
      request.url.endsWith('/execute') && stack.emulator.clock.now() < from
        ? notYet(from)
        : stack.backend(request),
  })
}

const notYet = async (from: number): Promise<Response> =>
  Response.json(
    { status: 403, code: 'PAYMENT_NOT_YET', message: 'x', details: { from: new Date(from).toISOString() } },
    { status: 403 },
  )

beforeEach(async () => {
  page = openPage()
  stack = await createStack()
  await connect()
  quote = await newQuote()
})

afterEach(async () => {
  wallet.dispose()
  await page.close()
})

/** Waits until a click on the terms counts. */
const read = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 520))

async function inReview(
  more: Partial<Pick<WalletConfirmElement, 'receiver'>> = {},
): Promise<WalletConfirmElement> {
  const element = page.add('wallet-confirm', { wallet, quote, ...more })
  await page.shows(element, 'Confirm your payment')
  await read()
  return element
}

describe('a quote', () => {
  test('a quote is shown with amount, receiver, rate, fees and expiry before anything is stamped', async () => {
    const element = await inReview({ receiver: 'Grace Hopper' })
    const text = page.text(element)
    expect(text).toContain('You send 25.00\u00a0USDB'.replaceAll(/\s/g, ' '))
    expect(text).toContain('To Grace Hopper Account ending in')
    expect(text).toContain(`Exchange rate 1 USD = ${quote.exchangeRate} USDB`)
    expect(text).toContain('Fee (included) 0.125 USDB')
    expect(text).toMatch(/Recipient gets \d+\.\d\d USD/)
    expect(text).toMatch(/Offer expires in \d:\d\d/)
    expect(executions).toBe(0)
  })

  const odd = (amount: number, decimals = 6): Quote => ({
    ...quote,
    totalSendingAmount: amount,
    sendingCurrency: { ...quote.sendingCurrency, decimals },
  })
  test.each([
    ['en', 20_100_503, '20.11 USDB', 'Exact amount 20.100503 USDB'],
    ['en', 1, '0.01 USDB', 'Exact amount 0.000001 USDB'],
    ['en', 19_999_999, '20.00 USDB', 'Exact amount 19.999999 USDB'],
    ['en', Number.MAX_SAFE_INTEGER, '9,007,199,254.75 USDB', 'Exact amount 9,007,199,254.740991 USDB'],
    ['de', 20_100_503, '20,11 USDB', 'Genauer Betrag 20,100503 USDB'],
    ['es', 20_100_503, '20,11 USDB', 'Importe exacto 20,100503 USDB'],
    ['fr', 20_100_503, '20,11 USDB', 'Montant exact 20,100503 USDB'],
    ['pt', 20_100_503, '20,11 USDB', 'Valor exato 20,100503 USDB'],
    ['ja', 20_100_503, '20.11 USDB', '正確な金額 20.100503 USDB'],
    ['ar', 20_100_503, '20.11 USDB', 'المبلغ الدقيق 20.100503 USDB'],
  ])(
    'in %s, %d millionths are offered as %s, with the exact amount below',
    async (lang, amount, headline, exact) => {
      const element = page.add('wallet-confirm', { wallet, quote: odd(amount) }, { lang })
      await page.shows(element, exact)
      const inRoot = (selector: string) => element.shadowRoot?.querySelector(selector)?.textContent
      expect(inRoot('.amount')).toBe(headline)
      expect(inRoot('.primary')?.replace('\u00a0', ' ')).toContain(headline)
    },
  )

  test('a quote in whole cents, or in a currency without decimals, has no second amount', async () => {
    const element = await inReview()
    expect(page.text(element)).not.toContain('Exact amount')
    element.quote = odd(1_234_567, 0)
    await page.shows(element, 'You send 1,234,567 USDB')
    expect(page.text(element)).not.toContain('Exact amount')
  })

  test('a payment that waits for an answer has the exact amount too', async () => {
    const waiting: Quote = { ...odd(20_100_503), status: 'PENDING_AUTHORIZATION' }
    const element = page.add('wallet-confirm', { wallet, quote: waiting })
    await page.shows(element, 'You send 20.11 USDB Exact amount 20.100503 USDB To')
  })

  test('the receipt of a payment has what was paid, fee, date and reference, and an element that is added later shows the same', async () => {
    const paid = { ...(await wallet.executeQuote(quote)), totalSendingAmount: 20_100_503 }
    const element = page.add('wallet-confirm', { wallet, quote: paid, receiver: 'Grace Hopper' })
    await page.shows(element, 'Payment sent')
    const text = page.text(element)
    expect(text).toContain('You paid 20.11 USDB Exact amount 20.100503 USDB To Grace Hopper')
    expect(text).toContain('Fee (included) 0.125 USDB')
    expect(text).toMatch(/Date [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/)
    expect(text).toContain(`Reference ${paid.transactionId.slice('Transaction:'.length)}`)
    expect(text).not.toContain('Offer expires in')
    await stack.emulator.clock.advance(86_400_000)
    const read = { ...(await wallet.getQuote(paid.id)), totalSendingAmount: 20_100_503 }
    const later = page.add('wallet-confirm', { wallet, quote: read, receiver: 'Grace Hopper' })
    await page.shows(later, 'Payment sent')
    expect(page.text(later)).toBe(text)
    later.quote = { ...paid, status: 'PROCESSING' }
    await page.shows(later, 'Payment on its way')
    expect(page.text(later)).toContain('You paid 20.11 USDB')
  })

  test('the receiver is shown by the name that the backend has added, and not as the page calls it', async () => {
    const named = { ...quote, platformPayee: 'Grace Hopper' }
    const element = page.add('wallet-confirm', { wallet, quote: named, receiver: 'Mallory' })
    await page.shows(element, 'Confirm your payment')
    const text = page.text(element)
    expect(text).toContain('Grace Hopper')
    expect(text).not.toContain('Mallory')
  })

  test('a quote is paid by a click half a second after it appeared, and until then the button says that it is disabled', async () => {
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'Confirm your payment')
    const pay = page.button(element, 'Send 25.00')
    expect(pay.getAttribute('aria-disabled')).toBe('true')
    pay.click()
    await read()
    expect([executions, pay.hasAttribute('aria-disabled')]).toEqual([0, false])
    pay.click()
    await page.shows(element, 'Payment sent')
    expect(executions).toBe(1)
  })

  test('a quote is paid once for two clicks, and its outcome is reported', async () => {
    const told = vi.fn()
    const element = await inReview()
    element.addEventListener('wallet-payment', ({ detail }) => told(detail.status))
    page.click(element, 'Send 25.00')
    expect(page.button(element, 'Sending your payment').getAttribute('aria-disabled')).toBe('true')
    page.click(element, 'Sending your payment')
    await page.shows(element, 'Payment sent')
    expect(executions).toBe(1)
    expect(told.mock.calls).toEqual([['COMPLETED']])
  })

  test('a quote is not paid by the click that opened it', async () => {
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'Confirm your payment')
    await new Promise((resolve) => setTimeout(resolve, 100))
    page.click(element, 'Send 25.00')
    await read()
    expect(executions).toBe(0)
    // A click on other terms does not pay it either.
    element.quote = await newQuote(50_000_000)
    await page.shows(element, 'Send 50.00')
    await new Promise((resolve) => setTimeout(resolve, 100))
    page.click(element, 'Send 50.00')
    await read()
    expect(executions).toBe(0)
  })

  test('the outcome of a quote is reported even if another quote is shown by then, and that quote stays', async () => {
    const told = vi.fn()
    const element = await inReview()
    element.addEventListener('wallet-payment', ({ detail }) => told(detail.id, detail.status))
    page.click(element, 'Send 25.00')
    element.quote = await newQuote(50_000_000)
    await expect.poll(() => told).toHaveBeenCalledWith(quote.id, 'COMPLETED')
    await page.shows(element, 'Send 50.00')
  })

  test('a quote counts down by server time, and asks for a new quote once it has expired', async () => {
    const wanted = vi.fn()
    const element = await inReview()
    element.addEventListener('wallet-requote', ({ detail }) => wanted(detail.id))
    const left = Math.round((Date.parse(quote.expiresAt) - wallet.now()) / 1000)
    await stack.emulator.clock.advance((left - 61) * 1000)
    await page.shows(element, 'Offer expires in 1:01')
    await stack.emulator.clock.advance(61_000)
    await page.shows(element, 'This offer has expired.')
    expect(page.text(element)).not.toContain('Offer expires in')
    expect(page.text(element)).not.toContain('Send 25.00')
    page.click(element, 'Get a new offer')
    expect(wanted).toHaveBeenCalledWith(quote.id)
    quote = await newQuote()
    element.quote = quote
    await page.shows(element, 'Send 25.00')
    expect(page.region(element, 'status')).toBe('')
  })

  test('a quote cannot be confirmed without a session, and the element says what to do', async () => {
    const element = await inReview()
    await wallet.signOut()
    await page.shows(element, 'Sign in to your wallet to confirm this payment.')
    expect(page.text(element)).not.toContain('Send 25.00')
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await page.shows(element, 'Send 25.00')
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
  })

  test('the element says that the balance does not cover a quote and that nothing was sent', async () => {
    const big = await newQuote(90_000_000)
    const element = await inReview()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
    element.quote = big
    await page.shows(element, 'Send 90.00')
    await read()
    page.click(element, 'Send 90.00')
    await page.shows(element, 'Your balance is too low for this payment.')
    expect(page.text(element)).toContain('Get a new offer')
  })

  test('a payment that a new passkey delays offers nothing that would be refused again, until its time comes', async () => {
    const from = Date.parse(quote.expiresAt) + 60_000
    await connectTo(from)
    const element = await inReview()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'You can make this payment from')
    await stack.emulator.clock.advance(from - wallet.now() - 1_000)
    await page.shows(element, 'You can make this payment from')
    for (const words of ['Send 25.00', 'Get a new offer', 'This offer has expired', 'Offer expires in'])
      expect(page.text(element)).not.toContain(words)
    await stack.emulator.clock.advance(2_000)
    await page.shows(element, 'Get a new offer')
    expect(page.text(element)).not.toContain('You can make this payment from')
    element.quote = await newQuote()
    await page.shows(element, 'Send 25.00')
    await read()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
  })

  test('a payment that a new passkey delays by less than its offer lasts can be made with the same offer', async () => {
    const from = wallet.now() + 30_000
    await connectTo(from)
    const element = await inReview()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'You can make this payment from')
    expect(page.text(element)).not.toContain('Send 25.00')
    await stack.emulator.clock.advance(31_000)
    await page.shows(element, 'Send 25.00')
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
  })

  test('a quote that the user cancels is reported with an event, and not paid', async () => {
    const cancelled = vi.fn()
    const element = await inReview()
    element.addEventListener('wallet-cancel', cancelled)
    page.click(element, 'Cancel')
    expect(cancelled).toHaveBeenCalledOnce()
    expect(executions).toBe(0)
  })

  test('a quote whose answer was lost is in doubt and read again, and never offered as a new payment', async () => {
    let isCut = false
    wallet.dispose()
    await connect({
      backend: async (request) => {
        if (request.url.endsWith('/execute')) {
          executions += 1
          const answer = await stack.backend(request)
          if (executions > 1) return answer
          isCut = true
          throw new TypeError('Failed to fetch')
        }
        if (isCut) throw new TypeError('Failed to fetch')
        return stack.backend(request)
      },
    })
    const element = await inReview()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'We’re checking your payment')
    expect(page.text(element)).toContain('you won’t be charged twice')
    expect(page.text(element)).not.toContain('Get a new offer')
    isCut = false
    page.connection('online')
    await page.shows(element, 'Payment sent')
    expect(executions).toBe(1)
  })

  test('a payment in doubt of which only the status can be read is no longer in doubt', async () => {
    let isCut = true
    wallet.dispose()
    await connect({
      backend: async (request) => {
        const answer = await stack.backend(request)
        if (request.url.endsWith('/execute')) throw new TypeError('Failed to fetch')
        if (!/\/quotes\/[^/]+$/.test(request.url)) return answer
        if (isCut) throw new TypeError('Failed to fetch')
        return Response.json({ ...(await answer.json()), totalSendingAmount: 'unreadable' }, answer)
      },
    })
    const element = await inReview()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'We’re checking your payment')
    isCut = false
    page.connection('online')
    await page.shows(element, 'Payment sent')
  })

  test('a payment in doubt from an earlier page is settled with the same quote', async () => {
    stack.emulator.faults.next('POST /quotes/{quoteId}/execute', { drop: true })
    await wallet.executeQuote(quote).catch(() => {})
    expect(wallet.getState().unsettled).toHaveLength(1)
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'We’re checking your payment')
    page.click(element, 'Try again')
    await page.shows(element, 'Payment sent')
  })

  test('a payment that a look and another try both find out about is reported once', async () => {
    stack.emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
    await wallet.executeQuote(quote).catch(() => {})
    stack.emulator.faults.next('GET /quotes/{quoteId}', { delay: 1_000 })
    const paid = vi.fn()
    const element = page.add('wallet-confirm', { wallet, quote })
    element.addEventListener('wallet-payment', paid)
    await page.shows(element, 'We’re checking your payment')
    page.click(element, 'Try again')
    await page.shows(element, 'Payment sent')
    const reads = () => stack.emulator.requests().filter(({ method }) => method === 'GET').length
    const before = reads()
    await stack.emulator.clock.advance(2_000)
    expect(reads()).toBe(before)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(paid).toHaveBeenCalledOnce()
  })

  test('a quote that already has an outcome is shown with it', async () => {
    const done = await wallet.executeQuote(quote)
    const element = page.add('wallet-confirm', { wallet, quote: done })
    await page.shows(element, 'Payment sent')
    element.quote = { ...done, status: 'PROCESSING' }
    await page.shows(element, 'Payment on its way')
    element.quote = { ...done, status: 'EXPIRED' }
    await page.shows(element, 'Payment not completed')
    expect(page.text(element)).toContain('Get a new offer')
    element.quote = { ...done, status: 'FAILED' }
    await page.shows(element, 'Check your balance before you try again.')
    const [, id = ''] = done.transactionId.split(':')
    for (const fact of ['25.00 USDB', 'Account ending in', id]) expect(page.text(element)).toContain(fact)
    for (const fact of ['You paid', 'You send', 'Recipient gets'])
      expect(page.text(element)).not.toContain(fact)
    await expect.poll(() => page.text(element)).not.toContain('Get a new offer')
    element.quote = undefined
    await expect.poll(() => page.text(element)).toBe('')
  })

  test('a quote waits for a wallet, and the element says while offline what happens next', async () => {
    const element = page.add('wallet-confirm', { quote })
    await page.shows(element, 'One moment…')
    element.wallet = wallet
    await page.shows(element, 'Send 25.00')
    isCut = true
    page.connection('offline')
    await page.shows(element, 'Check your connection.')
    isCut = false
    page.connection('online')
    expect(page.region(element, 'status')).toBe('')
  })
})

describe('the option `confirm`', () => {
  const withConfirm = async (): Promise<WalletConfirmElement> => {
    wallet.dispose()
    const element = page.add('wallet-confirm')
    await connect({ confirm: (request) => element.ask(request), exportSigner: stack.emulator.exportSigner })
    return element
  }

  test('ask() agrees without a question to a payment that was confirmed on the element', async () => {
    const element = await withConfirm()
    const asked = vi.fn()
    element.addEventListener('wallet-question', asked)
    Object.assign(element, { wallet, quote })
    await page.shows(element, 'Send 25.00')
    await read()
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
    expect(asked).not.toHaveBeenCalled()
  })

  test('ask() asks about a payment that the element has not shown, which is paid only if the user agrees', async () => {
    const element = await withConfirm()
    const paying = wallet.executeQuote(quote)
    await page.shows(element, 'Confirm your payment')
    expect(executions).toBe(0)
    await read()
    page.click(element, 'Send 25.00')
    await expect(paying).resolves.toMatchObject({ status: 'COMPLETED' })
    expect(page.text(element)).toBe('')
  })

  test('a payment that needs a passkey leads to where one is added, and can be tried again after that', async () => {
    wallet.dispose()
    let code = 'PAYMENT_PASSKEY_REQUIRED'
    await connect({
      backend: async (request) =>
        request.url.endsWith('/execute') && code !== ''
          ? Response.json({ status: 403, code, message: 'x' }, { status: 403 })
          : stack.backend(request),
    })
    const element = page.add('wallet-confirm', { wallet, quote })
    const wanted: string[] = []
    element.addEventListener('wallet-add-passkey', ({ detail }) => wanted.push(detail.id))
    const offered = (): readonly string[] =>
      ['Send 25.00', 'Add a passkey'].filter((label) => page.text(element).includes(label))
    await page.shows(element, 'Send 25.00')
    await read()
    expect(offered()).toEqual(['Send 25.00'])
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Your payment needs a passkey.')
    expect(offered()).toEqual(['Add a passkey'])
    page.click(element, 'Add a passkey')
    expect(wanted).toEqual([quote.id])
    expect(offered()).toEqual(['Send 25.00'])
    // The new passkey is not the one that the person has signed in with.
    code = 'PAYMENT_PASSKEY_UNKNOWN'
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Sign in with your passkey, then confirm the payment.')
    expect(offered()).toEqual([])
    code = ''
    await stack.emulator.clock.advance(60_000)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await expect.poll(offered).toEqual(['Send 25.00'])
    expect(page.region(element, 'alert')).toBe('')
    page.click(element, 'Send 25.00')
    await page.shows(element, 'Payment sent')
  })

  test('ask() says why a click that was dropped did nothing, until the question is answered', async () => {
    const element = await withConfirm()
    const drop = () => element.dispatchEvent(new CustomEvent('wallet-click-dropped'))
    drop()
    const paying = wallet.executeQuote(quote)
    await page.shows(element, 'Confirm your payment')
    expect(page.region(element, 'status')).toBe('')
    drop()
    expect(page.region(element, 'status')).toMatch(/^Nothing happened\. .* try again\.$/)
    expect(executions).toBe(0)
    await read()
    page.click(element, 'Send 25.00')
    await expect(paying).resolves.toMatchObject({ status: 'COMPLETED' })
    expect(page.region(element, 'status')).toBe('')
    void wallet.executeQuote(await newQuote()).catch(() => {})
    await page.shows(element, 'Confirm your payment')
    expect(page.region(element, 'status')).toBe('')
  })

  test('an element without a wallet shows no countdown, because it does not know the server’s time', async () => {
    const element = await withConfirm()
    const paying = wallet.executeQuote(quote)
    await page.shows(element, 'Confirm your payment')
    expect(page.text(element)).not.toContain('Offer expires in')
    expect(page.text(element)).toContain('Exchange rate')
    page.click(element, 'Cancel')
    await expect(paying).rejects.toMatchObject({ code: 'CONFIRMATION_REFUSED' })
  })

  test.each([
    ['en', 'This request comes from shop.example.com.'],
    ['de', 'Diese Anfrage kommt von shop.example.com.'],
    ['es', 'Esta solicitud viene de shop.example.com.'],
    ['fr', 'Cette demande vient de shop.example.com.'],
    ['pt', 'Este pedido vem de shop.example.com.'],
    ['ja', 'shop.example.com からのリクエストです。'],
    ['ar', 'هذا الطلب من shop.example.com.'],
  ])(
    'in %s, a question in a frame names the page that asks, where a screen reader reads it',
    async (lang, sentence) => {
      const { signal } = new AbortController()
      const element = page.add('wallet-confirm', {}, { lang })
      const parent = 'https://shop.example.com'
      const details = quoteDetails(quote)
      void element.ask({ operation: 'executeQuote', details, signal, parent, now: stack.emulator.clock.now })
      await page.shows(element, sentence)
      const heading = element.shadowRoot?.querySelector('h2')
      const ids = heading?.getAttribute('aria-describedby')?.split(' ') ?? []
      const [asks, sends] = ids.map((id) => element.shadowRoot?.getElementById(id)?.textContent ?? '')
      expect(asks).toBe(sentence)
      expect(sends).toMatch(/25[.,]00 USDB$/)
      element.refuse()
      void element.ask({ operation: 'exportWallet', details: { accountId: 'x' }, signal, parent })
      await page.shows(element, sentence)
      element.refuse()
    },
  )

  test('a question in a frame shows how long the offer holds, and names a page without HTTPS by its whole origin', async () => {
    const { signal } = new AbortController()
    const element = page.add('wallet-confirm')
    const now = stack.emulator.clock.now
    const details = { ...quoteDetails(quote), expiresAt: new Date(now() + 90_000).toISOString() }
    void element.ask({ operation: 'executeQuote', details, signal, parent: 'http://localhost:3000', now })
    await page.shows(element, 'This request comes from http://localhost:3000.')
    expect(page.text(element)).toMatch(/Offer expires in 1:(30|29)/)
    element.refuse()
  })

  test('ask() asks again if the terms differ from those that the user agreed to', async () => {
    const element = await withConfirm()
    Object.assign(element, { wallet, quote })
    await page.shows(element, 'Send 25.00')
    await read()
    const dearer = wallet.executeQuote(await newQuote(50_000_000))
    await page.shows(element, 'Send 50.00')
    await read()
    page.click(element, 'Cancel')
    await expect(dearer).rejects.toMatchObject({ code: 'CONFIRMATION_REFUSED' })
    await page.shows(element, 'Send 25.00')
  })

  test('ask() asks in words about every other operation, one after another', async () => {
    const element = await withConfirm()
    const ask = (request: Omit<ConfirmationRequest, 'signal'>): Promise<boolean> =>
      // The type assertion is safe: every request below is complete. `Omit` merges the members of the union.
      element.ask({ ...request, signal: new AbortController().signal } as ConfirmationRequest)
    const phone = { type: 'SMS_OTP', nickname: '+12025550101', createdAt: '2026-01-05T10:00:00Z' } as const
    const answers = [
      ask({ operation: 'createCredential', details: { type: 'PASSKEY', nickname: 'Laptop' } }),
      ask({ operation: 'revokeCredential', details: { credential: 'AuthMethod:1' } }),
      ask({ operation: 'revokeCredential', details: { credential: 'AuthMethod:1', ...phone } }),
      ask({ operation: 'refreshSession', details: { sessionId: 'Session:1' } }),
      ask({ operation: 'revokeSession', details: { sessionId: 'Session:1', isOwn: false } }),
      ask({ operation: 'revokeSession', details: { sessionId: 'Session:1', isOwn: false, ...phone } }),
      ask({ operation: 'revokeSession', details: { sessionId: 'Session:1', isOwn: true, ...phone } }),
      ask({ operation: 'revokeAllSessions', details: { sessionIds: [], except: undefined } }),
      ask({ operation: 'revokeAllSessions', details: { sessionIds: [], except: 'Session:1' } }),
      ask({ operation: 'exportWallet', details: { accountId: stack.accountId } }),
      ask({ operation: 'updatePrivacy', details: { privateEnabled: true } }),
      ask({ operation: 'updatePrivacy', details: { privateEnabled: false } }),
      ask({ operation: 'signedRequest', details: { method: 'PATCH', path: '/cards/1', body: { a: 1 } } }),
    ]
    const known = 'Code by text message +12025550101'
    for (const [words, verb] of [
      ['Add this way to sign in? Passkey Laptop', 'Add'],
      ['Remove this way to sign in? Remove', 'Remove'],
      [`Remove this way to sign in? ${known} Added Jan 5, 2026`, 'Remove'],
      ['Stay signed in?', 'Stay signed in'],
      ['End this session? End session', 'End session'],
      [`End this session? ${known} Started Jan 5, 2026`, 'End session'],
      [
        `End this session? This is your session in this browser. You will be signed out here. ${known}`,
        'End session',
      ],
      ['End all sessions on all devices?', 'End all sessions'],
      ['End all other sessions?', 'End other sessions'],
      ['Show the recovery phrase? Anyone who sees this phrase has full control', 'Show phrase'],
      ['Hide this wallet’s activity from others?', 'Hide'],
      ['Let others see this wallet’s activity?', 'Make visible'],
      ['Sign this request? PATCH /cards/1 {"a":1}', 'Sign'],
    ] as const) {
      await page.shows(element, words)
      await read()
      page.click(element, verb)
    }
    expect(await Promise.all(answers)).toEqual(Array(13).fill(true))
  })

  test('a name in a question is shown as data: isolated, without marks that reorder, and shortened in its middle', async () => {
    const element = await withConfirm()
    const nickname = `Laptop\u202E ${'and click Remove '.repeat(20)}at home`
    const details = { credential: 'AuthMethod:1', type: 'PASSKEY', nickname } as const
    void element.ask({ operation: 'revokeCredential', details, signal: new AbortController().signal })
    await page.shows(element, 'Passkey Laptop')
    const name = element.shadowRoot?.querySelector('dd bdi')
    expect(name?.textContent).toMatch(/^Laptop and click .*….* at home$/)
    expect([...(name?.textContent ?? '')].length).toBeLessThanOrEqual(101)
    element.refuse()
  })

  test('ask() resolves with false when the call is aborted, and rejects when the element is not in the page', async () => {
    const element = await withConfirm()
    const controller = new AbortController()
    const details = { accountId: stack.accountId }
    const asked = element.ask({ operation: 'exportWallet', details, signal: controller.signal })
    await page.shows(element, 'Show the recovery phrase?')
    controller.abort()
    expect(await asked).toBe(false)
    const removed = element.ask({ operation: 'exportWallet', details, signal: new AbortController().signal })
    element.remove()
    await expect(removed).rejects.toThrow('left the document')
    const { signal } = new AbortController()
    await expect(element.ask({ operation: 'exportWallet', details, signal })).rejects.toThrow(
      'not in the doc',
    )
  })

  test('each question is announced once it is shown, so that a dialog that an answer closes opens again', async () => {
    const element = await withConfirm()
    const events: string[] = []
    for (const name of ['wallet-question', 'wallet-answer'] as const)
      element.addEventListener(name, ({ detail }) => events.push(`${name} ${detail.operation}`))
    const unseen = new AbortController()
    const export_ = { operation: 'exportWallet', details: { accountId: stack.accountId } } as const
    const first = element.ask({ ...export_, signal: new AbortController().signal })
    const aborted = element.ask({ ...export_, signal: unseen.signal })
    const privacy = { operation: 'updatePrivacy', details: { privateEnabled: true } } as const
    const last = element.ask({ ...privacy, signal: new AbortController().signal })
    unseen.abort()
    expect(await aborted).toBe(false)
    expect(events).toEqual(['wallet-question exportWallet'])
    element.refuse()
    expect(await first).toBe(false)
    expect(events.slice(1)).toEqual(['wallet-answer exportWallet', 'wallet-question updatePrivacy'])
    await page.shows(element, 'Hide this wallet’s activity from others?')
    element.refuse()
    expect(await last).toBe(false)
    element.refuse()
    expect(events.slice(3)).toEqual(['wallet-answer updatePrivacy'])
  })

  test('of the questions that wait when the element is removed, none is announced', async () => {
    const element = await withConfirm()
    const events: string[] = []
    for (const name of ['wallet-question', 'wallet-answer'] as const)
      element.addEventListener(name, ({ type }) => events.push(type))
    const details = { accountId: stack.accountId }
    const asked = [1, 2].map(() =>
      element.ask({ operation: 'exportWallet', details, signal: new AbortController().signal }),
    )
    element.remove()
    for (const each of asked) await expect(each).rejects.toThrow('left the document')
    expect(events).toEqual(['wallet-question', 'wallet-answer'])
    expect(() => element.refuse()).not.toThrow()
  })

  test('a question that is asked in the task that adds the element is shown', async () => {
    const element = page.add('wallet-confirm')
    const details = { accountId: stack.accountId }
    const asked = element.ask({ operation: 'exportWallet', details, signal: new AbortController().signal })
    await page.shows(element, 'Show the recovery phrase?')
    element.refuse()
    expect(await asked).toBe(false)
  })

  test('a question stays while the element is moved to another place of the page', async () => {
    const element = await withConfirm()
    const details = { accountId: stack.accountId }
    const asked = element.ask({ operation: 'exportWallet', details, signal: new AbortController().signal })
    await page.shows(element, 'Show the recovery phrase?')
    const section = page.document.createElement('section')
    page.document.body.append(section)
    section.append(element)
    await read()
    page.click(element, 'Show phrase')
    expect(await asked).toBe(true)
  })
})
