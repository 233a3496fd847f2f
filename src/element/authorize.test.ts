/** `<wallet-confirm>` with a payment that waits for the user, over the whole stack in memory (wire-facts 12). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quote, Wallet, WalletOptions } from '../index.js'
import { type Ceremony, stubPasskeys } from '../wallet/fixtures/passkeys.js'
import {
  authorize,
  execute,
  optionsOf,
  resend,
  type WaitingPurse,
  waitingPurse,
  wrongCode,
} from '../wallet/fixtures/waiting-payment.js'
import { openPage, type Page } from './fixtures/page.js'
import type { WalletConfirmElement } from './index.js'

let page: Page
/** The wallets of a test. They need the page until they are disposed of. */
const wallets: Wallet[] = []

beforeEach(() => {
  page = openPage()
})

afterEach(async () => {
  for (const wallet of wallets.splice(0)) wallet.dispose()
  vi.unstubAllGlobals()
  await page.close()
})

/** A wallet that has read its storage. */
async function opened({ stack }: WaitingPurse, options: Partial<WalletOptions>): Promise<Wallet> {
  const wallet = stack.wallet(options)
  wallets.push(wallet)
  await wallet.ready
  return wallet
}

async function signedIn(
  one: WaitingPurse,
  options: Partial<WalletOptions> = optionsOf(one),
): Promise<Wallet> {
  const wallet = await opened(one, options)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: one.stack.otp() })
  return wallet
}

/** A connection that can be cut: what is sent then does not arrive. */
function cable({ backend }: WaitingPurse) {
  const link = {
    isCut: false,
    /** Whether the answer to the next authorization is lost, and the connection with it. */
    losesAnswer: false,
    backend: async (request: Request): Promise<Response> => {
      if (link.isCut) throw new TypeError('Failed to fetch')
      const answer = await backend(request)
      if (link.losesAnswer && request.url.endsWith('/authorize')) link.isCut = true
      if (link.isCut) throw new TypeError('Failed to fetch')
      return answer
    },
  }
  return link
}

const seconds = (n: number): number => n * 1_000

/** Waits until a click on what has just appeared counts. */
const read = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 520))

interface Waiting {
  readonly one: WaitingPurse
  readonly wallet: Wallet
  readonly element: WalletConfirmElement
  /** The statuses that the element has reported. */
  readonly told: string[]
}

type Sca = Parameters<typeof waitingPurse>[0]

/** An element that shows what the payment of such a customer waits for. */
async function waiting(sca: Sca = {}, attributes: Readonly<Record<string, string>> = {}): Promise<Waiting> {
  const one = await waitingPurse(sca)
  const wallet = await signedIn(one)
  const quote = await wallet.executeQuote(one.quote)
  const told: string[] = []
  const element = page.add('wallet-confirm', { wallet, quote }, attributes)
  element.addEventListener('wallet-payment', ({ detail }) => told.push(detail.status))
  await page.shows(element, 'Confirm it’s you')
  return { one, wallet, element, told }
}

/** The same for an element on which the user has paid. */
async function executed(
  { quote }: WaitingPurse,
  wallet: Wallet,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Pick<Waiting, 'element' | 'told'>> {
  const told: string[] = []
  const element = page.add('wallet-confirm', { wallet, quote }, attributes)
  element.addEventListener('wallet-payment', ({ detail }) => told.push(detail.status))
  await page.shows(element, 'Confirm your payment')
  await read()
  page.click(element, 'Send 25.00')
  await page.shows(element, 'Confirm it’s you')
  return { element, told }
}

/** Types a code and clicks the button. */
function answer(element: WalletConfirmElement, code: string): void {
  page.type(element, code)
  page.click(element, 'Confirm payment')
}

describe('a payment that waits for a code', () => {
  test('the element says that nothing has been sent, what is confirmed and for how long, and pays with the code', async () => {
    const one = await waitingPurse()
    const { element, told } = await executed(one, await signedIn(one))
    const text = page.text(element)
    expect(text).toContain('Your payment has not been sent yet. Enter the code that we sent to your phone.')
    expect(text).toMatch(/You send 25\.00 USDB To Account ending in \S+ You confirm Transfer/)
    expect(text).toMatch(/Time left: [45]:\d\d/)
    expect(page.input(element).autocomplete).toBe('one-time-code')
    expect([told, one.paid()]).toEqual([[], 0])
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect([told, one.paid(), one.answers]).toEqual([['COMPLETED'], 1, [{ code: one.code() }]])
  })

  test('with code-length, a complete code is sent by itself, also from a pasted sentence', async () => {
    const { one, element } = await waiting({}, { 'code-length': '6' })
    expect(page.input(element).inputMode).toBe('numeric')
    page.paste(element, `Your code is ${one.code()}.`)
    await page.shows(element, 'Payment sent')
  })

  test('a wrong code says so and pays nothing, and the right one pays', async () => {
    const { one, element } = await waiting()
    const problems = vi.fn()
    element.addEventListener('wallet-problem', ({ detail }) => problems(detail))
    answer(element, wrongCode(one.code()))
    await page.shows(element, 'That code is wrong or has expired.')
    expect(page.region(element, 'alert')).toContain('That code is wrong')
    expect(page.input(element).getAttribute('aria-invalid')).toBe('true')
    expect(problems).toHaveBeenCalledWith(expect.objectContaining({ code: 'INVALID_INPUT', status: 400 }))
    expect(one.paid()).toBe(0)
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect(one.paid()).toBe(1)
  })

  test('a click without a code sends nothing and asks for it', async () => {
    const { one, element } = await waiting()
    answer(element, ' ')
    await page.shows(element, 'Enter the code that we sent.')
    expect(one.answers).toEqual([])
  })

  test('a payment that asks twice says that the first answer worked, and what the second one is for', async () => {
    const { one, element, told } = await waiting({ challenges: 2 })
    await page.shows(element, 'You confirm Currency conversion')
    answer(element, one.code())
    await page.shows(element, 'You confirm Transfer')
    expect(page.region(element, 'status')).toContain('That worked. There is another step')
    expect([page.input(element).value, told, one.paid()]).toEqual(['', [], 0])
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect([told, one.paid()]).toEqual([['COMPLETED'], 1])
  })

  test('a factor and a purpose that came later are asked for in general words', async () => {
    const one = await waitingPurse()
    const wallet = await signedIn(one)
    const { scaChallenge, ...found } = await wallet.executeQuote(one.quote)
    const later = { ...scaChallenge, factor: 'VOICE_OTP', purpose: 'DONATION' }
    for (let reads = 0; reads < 3; reads++)
      one.stack.emulator.faults.next('GET /quotes/{quoteId}', {
        status: 200,
        body: { ...found, scaChallenge: later },
      })
    const quote = await wallet.getQuote(one.quote.id)
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'Enter the code that we sent you.')
    expect(page.text(element)).toContain('You confirm Payment')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
  })

  test('another code can be requested, and not sooner than the service allows', async () => {
    const { one, element } = await waiting()
    const first = one.code()
    await read()
    page.type(element, '12')
    page.click(element, 'Send a new code')
    await page.shows(element, 'A new code is on its way. Earlier codes no longer work.')
    expect(element.shadowRoot?.querySelector('input')?.value).toBe('')
    expect(one.code()).not.toBe(first)
    one.stack.emulator.faults.next(resend, { status: 429, code: 'RATE_LIMITED', retryAfter: 20 })
    page.click(element, 'Send a new code')
    await page.shows(element, 'It is too soon for another code.')
    expect(page.button(element, 'Send a new code in 0:20').getAttribute('aria-disabled')).toBe('true')
    await one.stack.emulator.clock.advance(seconds(21))
    await expect.poll(() => page.button(element, 'Send a new code').hasAttribute('aria-disabled')).toBe(false)
    expect(page.text(element)).not.toContain('Send a new code in')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
  })

  test('while another code is requested, the button for the code that was entered is disabled', async () => {
    const one = await waitingPurse()
    let send = (): void => {}
    const sending = new Promise<void>((resolve) => {
      send = resolve
    })
    const backend: WaitingPurse['backend'] = async (request) => {
      if (request.url.endsWith('/resend')) await sending
      return one.backend(request)
    }
    const { element } = await executed(one, await signedIn(one, { ...optionsOf(one), backend }))
    await read()
    page.click(element, 'Send a new code')
    const isDisabled = (): boolean => page.button(element, 'Confirm payment').hasAttribute('aria-disabled')
    await expect.poll(isDisabled).toBe(true)
    answer(element, one.code())
    expect(one.calls).not.toContain('authorize')
    send()
    await expect.poll(isDisabled).toBe(false)
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
  })

  test('a lost answer to a request for a code says to look before another one is requested', async () => {
    const { one, element } = await waiting()
    one.stack.emulator.faults.next(resend, { answer: 'lost' })
    await read()
    page.click(element, 'Send a new code')
    await page.shows(element, 'A new code may be on its way, so check your phone')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
  })

  test('a 429 for an answer counts down on the button', async () => {
    const { one, element } = await waiting()
    one.stack.emulator.faults.next(authorize, { status: 429, code: 'RATE_LIMITED', retryAfter: 20 })
    answer(element, one.code())
    await page.shows(element, 'Try again when the countdown on the button ends.')
    expect(page.button(element, 'Confirm payment (0:20)').getAttribute('aria-disabled')).toBe('true')
    await one.stack.emulator.clock.advance(seconds(21))
    await expect.poll(() => page.button(element, 'Confirm payment').hasAttribute('aria-disabled')).toBe(false)
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
  })

  test.each([
    ['ACCOUNT_LOCKED', 423, 'Too many wrong answers, so you can’t confirm payments for a while.'],
    ['SCA_SESSION_REQUIRED', 409, 'Your identity has to be checked before you can confirm payments.'],
  ])(
    '%s (%i) says what to do and that nothing was sent, and offers no new payment',
    async (code, status, words) => {
      const { one, element } = await waiting()
      one.stack.emulator.faults.next(authorize, { status, code })
      answer(element, one.code())
      await page.shows(element, words)
      expect(page.region(element, 'alert')).toContain('Nothing was sent.')
      expect(page.text(element)).not.toContain('Get a new offer')
      expect(one.paid()).toBe(0)
      // Neither another code nor another click would help: what is left is to leave, and to come back later.
      const hidden = () =>
        ['form', '.actions .secondary'].map(
          (at) => element.shadowRoot?.querySelector<HTMLElement>(at)?.hidden,
        )
      expect(hidden()).toEqual([true, true])
      await read()
      page.click(element, 'Not now')
      expect(hidden()).toEqual([false, false])
    },
  )

  test('a user who leaves is reported with the quote that waits, and not by a click meant for the screen before', async () => {
    const one = await waitingPurse()
    const wallet = await signedIn(one)
    const quote = await wallet.executeQuote(one.quote)
    const left = vi.fn()
    const element = page.add('wallet-confirm', { wallet, quote })
    element.addEventListener('wallet-cancel', ({ detail }) => left(detail.status))
    await page.shows(element, 'Not now')
    page.click(element, 'Not now')
    expect(left).not.toHaveBeenCalled()
    await read()
    page.click(element, 'Not now')
    expect(left).toHaveBeenCalledWith('PENDING_AUTHORIZATION')
  })

  test('a payment that nobody confirms in time is read until it has failed, and never offered again', async () => {
    const { one, element, told } = await waiting()
    one.stack.emulator.faults.next('GET /quotes/{quoteId}', { status: 404, code: 'QUOTE_NOT_FOUND' })
    await one.stack.emulator.clock.advance(seconds(301))
    await page.shows(element, 'The time is up')
    expect(page.text(element)).not.toContain('Confirm payment')
    await one.stack.emulator.clock.advance(seconds(11))
    await page.shows(element, 'Payment not completed')
    expect([told, one.paid()]).toEqual([['FAILED'], 0])
  })
})

describe('a payment that waits for a code of an app', () => {
  test('the element asks for the code of the app, offers no other one, and says of a wrong one to look again', async () => {
    const { one, element } = await waiting({ factor: 'TOTP', totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
    expect(page.text(element)).toContain('Enter the code from your authenticator app.')
    expect(page.text(element)).not.toContain('Send a new code')
    answer(element, '000000')
    await page.shows(element, 'Enter the one that your app shows now.')
    expect(one.paid()).toBe(0)
  })
})

describe('a payment that waits for a passkey', () => {
  const dialogs: Ceremony[] = []

  async function passkeyWaiting(dialog: () => unknown = () => {}): Promise<Waiting> {
    dialogs.splice(0)
    const one = await waitingPurse({ factor: 'PASSKEY' })
    vi.stubGlobal('origin', 'http://localhost:5173')
    await stubPasskeys((kind, options) => {
      if (kind === 'create') return undefined
      dialogs.push(options)
      return dialog()
    })
    const wallet = await signedIn(one)
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    const found = { one, wallet, ...(await executed(one, wallet)) }
    await read()
    return found
  }

  test('the button opens the dialog in the click, and the passkey releases the payment', async () => {
    const { one, element } = await passkeyWaiting()
    expect(page.text(element)).toContain('Your payment has not been sent yet. Confirm it with your passkey.')
    expect(page.text(element)).not.toContain('Send a new code')
    page.click(element, 'Confirm with your passkey')
    await page.shows(element, 'Payment sent')
    expect([dialogs.length, one.paid()]).toEqual([1, 1])
  })

  test('a dialog that the user closes says that nothing was sent, and can be opened again', async () => {
    let isClosed = true
    const { one, element } = await passkeyWaiting(() => {
      if (isClosed) throw new DOMException('', 'NotAllowedError')
    })
    page.click(element, 'Confirm with your passkey')
    await page.shows(element, 'Your passkey was not used, and nothing was sent.')
    expect(one.paid()).toBe(0)
    isClosed = false
    page.click(element, 'Confirm with your passkey')
    await page.shows(element, 'Payment sent')
  })

  test('a passkey that the service refuses says that nothing was sent', async () => {
    const { one, element } = await passkeyWaiting()
    one.stack.emulator.faults.next(authorize, { status: 400, code: 'INVALID_INPUT' })
    page.click(element, 'Confirm with your passkey')
    await page.shows(element, 'Your passkey was not accepted, and nothing was sent.')
    expect(one.paid()).toBe(0)
  })
})

describe('an answer that was lost', () => {
  test('the element does not say whether the payment was sent before it has read it', async () => {
    const one = await waitingPurse()
    const link = cable(one)
    const wallet = await signedIn(one, { ...optionsOf(one), backend: link.backend })
    const { element, told } = await executed(one, wallet)
    link.losesAnswer = true
    answer(element, one.code())
    await page.shows(element, 'we don’t know yet whether your payment was sent')
    const text = page.text(element)
    expect(text).toContain('You won’t be charged twice.')
    for (const words of ['has not been sent', 'Confirm payment', 'Get a new offer', 'Send 25.00'])
      expect(text).not.toContain(words)
    expect([told, wallet.getState().unsettled.length, one.paid()]).toEqual([[], 1, 1])
    link.isCut = link.losesAnswer = false
    page.connection('online')
    await page.shows(element, 'Payment sent')
    expect([told, one.paid()]).toEqual([['COMPLETED'], 1])
  })

  test('an answer that never arrived leads back to the code, which the payment still waits for', async () => {
    const { one, element } = await waiting()
    one.stack.emulator.faults.next(authorize, { drop: true })
    answer(element, one.code())
    await page.shows(element, 'Your payment still waits for you. Nothing has been sent.')
    expect(one.paid()).toBe(0)
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect(one.paid()).toBe(1)
  })
})

describe('a page that was loaded after the execution', () => {
  /** A wallet of another page, over the same record. */
  async function reloaded() {
    const one = await waitingPurse()
    const before = await signedIn(one)
    await before.executeQuote(one.quote)
    before.dispose()
    const link = cable(one)
    return { one, link, wallet: await opened(one, { ...optionsOf(one), backend: link.backend }) }
  }

  test('the quote as getQuote returns it continues with the code', async () => {
    const { one, wallet } = await reloaded()
    const quote = await wallet.getQuote(one.quote.id)
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'Your payment has not been sent yet.')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect(one.calls.filter((call) => call === 'execute')).toHaveLength(1)
    expect(one.paid()).toBe(1)
  })

  test('the quote as it was before the execution is read first, and not said to be unsent until then', async () => {
    const { one, link, wallet } = await reloaded()
    link.isCut = true
    const element = page.add('wallet-confirm', { wallet, quote: one.quote })
    await page.shows(element, 'We’re checking your payment')
    expect(page.text(element)).not.toContain('has not been sent')
    link.isCut = false
    page.connection('online')
    await page.shows(element, 'Your payment has not been sent yet.')
  })

  test('a payment that was executed elsewhere continues from the quote alone, also without a session', async () => {
    const one = await waitingPurse()
    const elsewhere = await signedIn(one)
    const quote = await elsewhere.executeQuote(one.quote)
    const wallet = await opened(one, { backend: one.backend })
    expect(wallet.getState()).toMatchObject({ session: { status: 'none' }, unsettled: [] })
    const element = page.add('wallet-confirm', { wallet, quote })
    await page.shows(element, 'Your payment has not been sent yet.')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect(one.paid()).toBe(1)
  })
})

describe('a payment that another tab releases', () => {
  test('the outcome is shown and reported here too', async () => {
    const { one, element, told } = await waiting()
    const other = await opened(one, optionsOf(one))
    await other.authorizeQuote(one.quote, { code: one.code() })
    await page.shows(element, 'Payment sent')
    expect([told, one.paid()]).toEqual([['COMPLETED'], 1])
  })

  test('the next challenge is asked for here too', async () => {
    const { one, element } = await waiting({ challenges: 2 })
    const other = await opened(one, optionsOf(one))
    const { status }: Quote = await other.authorizeQuote(one.quote, { code: one.code() })
    expect(status).toBe('PENDING_AUTHORIZATION')
    await page.shows(element, 'You confirm Transfer')
    answer(element, one.code())
    await page.shows(element, 'Payment sent')
    expect(one.paid()).toBe(1)
  })

  test('until the outcome is read, the element no longer says that nothing was sent', async () => {
    const one = await waitingPurse()
    const link = cable(one)
    const wallet = await signedIn(one, { ...optionsOf(one), backend: link.backend })
    const { element, told } = await executed(one, wallet)
    const other = await opened(one, optionsOf(one))
    link.isCut = true
    await other.authorizeQuote(one.quote, { code: one.code() })
    await page.shows(element, 'we don’t know yet whether your payment was sent')
    expect(told).toEqual([])
    link.isCut = false
    page.connection('online')
    await page.shows(element, 'Payment sent')
    expect(told).toEqual(['COMPLETED'])
  })
})

test('an execution whose answer was lost is in doubt, and then asks for the code if the payment waits', async () => {
  const one = await waitingPurse()
  const wallet = await signedIn(one)
  one.stack.emulator.faults.next(execute, { answer: 'lost' })
  const { element } = await executed(one, wallet)
  answer(element, one.code())
  await page.shows(element, 'Payment sent')
  expect(one.paid()).toBe(1)
})
