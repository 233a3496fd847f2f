/** `<wallet-sign-in>` over the whole stack in memory. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialWalletState, memoryStore, type Wallet } from '../index.js'
import { heldOptions, signedInHeld } from '../wallet/fixtures/held.js'
import { stubPasskeys } from '../wallet/fixtures/passkeys.js'
import { quoteOf } from '../wallet/fixtures/quotes.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { openPage, type Page } from './fixtures/page.js'
import type { WalletSignInElement } from './index.js'
import { messages as en } from './messages/en.js'

let stack: Stack
let page: Page
let wallet: Wallet
let requests: string[]
/** Whether requests fail. */
let isCut: boolean

const connect = async (options: Parameters<typeof createStack>[0] = {}): Promise<void> => {
  stack = await createStack(options)
  requests = []
  isCut = false
  wallet = stack.wallet({
    store: memoryStore(),
    backend: (request) => {
      if (isCut) return Promise.reject(new TypeError('Failed to fetch'))
      requests.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`)
      return stack.backend(request)
    },
  })
}

beforeEach(async () => {
  page = openPage()
  await connect()
})

afterEach(async () => {
  wallet.dispose()
  vi.unstubAllGlobals()
  await page.close()
})

/** Resolves with the element once it shows the ways to sign in. */
async function atChoices(attributes: Readonly<Record<string, string>> = {}): Promise<WalletSignInElement> {
  const element = page.add('wallet-sign-in', { wallet }, attributes)
  await page.shows(element, 'Email me a code')
  return element
}

async function atCode(attributes: Readonly<Record<string, string>> = {}): Promise<WalletSignInElement> {
  const element = await atChoices(attributes)
  page.click(element, 'Email me a code')
  await page.shows(element, 'We sent a code to ada@example.com.')
  return element
}

const wrongCode = (): string => (stack.otp() === '111111' ? '222222' : '111111')
const verifies = (): number => requests.filter((line) => line === 'POST verify').length

describe('a code', () => {
  test('the code that was sent signs in', async () => {
    const element = await atCode()
    page.type(element, stack.otp())
    page.click(element, 'Sign in')
    await page.shows(element, 'You are signed in')
    expect(page.text(element)).toContain('Signed in with ada@example.com.')
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a complete code is submitted automatically if its length is known', async () => {
    const element = await atCode({ 'code-length': '6' })
    page.type(element, stack.otp().slice(0, 5))
    expect(verifies()).toBe(0)
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
    expect(verifies()).toBe(1)
  })

  test('without a known length, no code is submitted automatically', async () => {
    const element = await atCode()
    page.type(element, stack.otp())
    page.paste(element, stack.otp())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(verifies()).toBe(0)
  })

  test('pasting the whole sentence of the mail signs in', async () => {
    const element = await atCode({ 'code-length': '6' })
    page.paste(element, `Your code is ${stack.otp()}. It works for 5 minutes.`)
    await page.shows(element, 'You are signed in')
  })

  test('a wrong code is explained in a sentence, marked at the input and not submitted twice', async () => {
    const element = await atCode({ 'code-length': '6' })
    page.type(element, wrongCode())
    await page.shows(element, 'That code is wrong or has expired.')
    expect(page.region(element, 'alert')).toContain('request a new code')
    expect(page.input(element).getAttribute('aria-invalid')).toBe('true')
    page.type(element, `${wrongCode()} `)
    expect(verifies()).toBe(1)
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
    expect(page.region(element, 'alert')).toBe('')
  })

  test.each(['seed', 'sandbox', 'production'] as const)(
    'one and three wrong codes and an expired one are told as such by a wallet with client-held keys at %s',
    async (profile) => {
      wallet.dispose()
      await connect({ profile })
      wallet.dispose()
      wallet = stack.wallet({ store: memoryStore(), ...heldOptions(stack) })
      const element = await atCode({ 'code-length': '6' })
      for (const code of ['999991', '999992', '999993']) {
        page.type(element, code)
        await page.shows(element, 'That code wasn’t accepted and may no longer work. Request a new one.')
        await expect.poll(() => wallet.getState().flow.status).toBe('awaitingProof')
      }
      // What can succeed comes first.
      expect(['Send a new code', 'Sign in'].map((label) => page.button(element, label).className)).toEqual([
        'primary',
        'secondary',
      ])
      await stack.emulator.clock.advance(60_000)
      page.click(element, 'Send a new code')
      await page.shows(element, 'A new code is on its way.')
      await stack.emulator.clock.advance(301_000)
      expect(page.button(element, 'Sign in').className).toBe('primary')
      page.type(element, stack.otp())
      await page.shows(element, 'That code wasn’t accepted')
      page.click(element, 'Send a new code')
      await page.shows(element, 'A new code is on its way.')
      page.type(element, stack.otp())
      await page.shows(element, 'You are signed in')
    },
  )

  test('for an empty code, the element asks for the code without a call', async () => {
    const element = await atCode()
    page.click(element, 'Sign in')
    await page.shows(element, 'Enter the code that we sent.')
    expect(verifies()).toBe(0)
  })

  test('an expired code is explained, and another code signs in', async () => {
    const element = await atCode({ 'code-length': '6', 'code-lifetime': '300' })
    expect(page.text(element)).toContain('The code expires in 5:00.')
    await stack.emulator.clock.advance(301_000)
    await page.shows(element, 'The code has expired.')
    page.type(element, stack.otp())
    await page.shows(element, 'That code is wrong or has expired.')
    page.click(element, 'Send a new code')
    await page.shows(element, 'A new code is on its way.')
    expect(page.region(element, 'alert')).toBe('')
    expect(page.text(element)).toContain('The code expires in 5:00.')
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
  })

  test('the element counts down by server time until another code may be sent, and the last code still signs in; one that is void is no longer shown', async () => {
    const element = await atCode({ 'code-length': '6' })
    const input = element.shadowRoot?.querySelector('input')
    for (const _ of [1, 2]) {
      page.type(element, '12')
      page.click(element, 'Send a new code')
      await page.shows(element, 'A new code is on its way.')
      await expect.poll(() => input?.value).toBe('')
    }
    page.type(element, '12')
    page.click(element, 'Send a new code')
    await page.shows(element, 'It is too soon for another code.')
    expect(input?.value).toBe('12')
    const resend = page.button(element, 'Send a new code in 1:00')
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    await stack.emulator.clock.advance(15_000)
    await page.shows(element, 'Send a new code in 0:45')
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
  })

  test('the button of a way counts down if no code may be sent at all', async () => {
    const element = await atCode()
    page.click(element, 'Cancel')
    await page.shows(element, 'Sign in to your wallet')
    // The earlier code is too old, so the element cannot wait for it instead.
    await stack.emulator.clock.advance(6 * 60_000)
    const second = stack.wallet({ store: memoryStore() })
    for (const _ of [1, 2, 3]) await second.signIn({ type: 'EMAIL_OTP' })
    second.dispose()
    page.click(element, 'Email me a code')
    await page.shows(element, 'Too many attempts.')
    expect(page.button(element, 'Email me a code (1:00)').getAttribute('aria-disabled')).toBe('true')
    await stack.emulator.clock.advance(60_000)
    await page.shows(element, 'Sign in to your wallet')
    await expect.poll(() => page.region(element, 'alert')).toBe('')
    expect(page.button(element, 'Email me a code').getAttribute('aria-disabled')).toBeNull()
  })

  test('leaving the form for a code is not an error, and names another way only if there is one', async () => {
    const element = await atCode()
    const failed = vi.fn()
    element.addEventListener('wallet-problem', failed)
    page.click(element, 'Cancel')
    await page.shows(element, 'Sign in to your wallet')
    expect(wallet.getState().flow.status).toBe('idle')
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    wallet.cancel()
    await page.shows(element, 'Sign in to your wallet')
    expect(failed).not.toHaveBeenCalled()
    expect(page.region(element, 'alert')).toBe('')
  })

  test('digits get a numeric keyboard, and letters do not', async () => {
    const element = await atCode({ 'code-length': '6' })
    expect(page.input(element).getAttribute('inputmode')).toBe('numeric')
    element.setAttribute('code-alphanumeric', '')
    expect(page.input(element).getAttribute('inputmode')).toBe('text')
    expect(page.input(element).getAttribute('autocomplete')).toBe('one-time-code')
  })

  test('a code of letters and digits is submitted when complete', async () => {
    wallet.dispose()
    await connect({ otp: { length: 8, alphanumeric: true, expirationSeconds: 300 } })
    const element = await atCode({ 'code-length': '8', 'code-alphanumeric': '' })
    page.paste(element, `Dear customer, your code: ${stack.otp()}`)
    await page.shows(element, 'You are signed in')
  })

  test('a code that another tab has requested can be entered here', async () => {
    const element = await atChoices()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await page.shows(element, 'We sent a code to ada@example.com.')
    page.type(element, stack.otp())
    page.click(element, 'Sign in')
    await page.shows(element, 'You are signed in')
  })
})

describe('a passkey', () => {
  const withPasskey = async (): Promise<void> => {
    const { navigator } = globalThis
    await stubPasskeys()
    Object.assign(globalThis.navigator, { onLine: true, language: navigator.language })
    vi.stubGlobal('isSecureContext', true)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    await wallet.signOut()
    requests = []
  }

  test('a passkey is offered first, is prepared, and signs in', async () => {
    await withPasskey()
    const prepared = vi.spyOn(wallet, 'prepare')
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'Use a passkey')
    const labels = [...(element.shadowRoot?.querySelectorAll('.label') ?? [])].map((each) => each.textContent)
    expect(labels).toEqual(['Use a passkey', 'Email me a code'])
    await expect.poll(() => requests.filter((line) => line === 'POST challenge')).toHaveLength(1)
    await expect.poll(() => prepared.mock.settledResults[0]?.type).toBe('fulfilled')
    page.click(element, 'Use a passkey')
    await page.shows(element, 'You are signed in')
    expect(page.text(element)).toContain('Signed in with Laptop.')
    // The click used the prepared sign-in.
    expect(requests.filter((line) => line === 'POST challenge')).toHaveLength(1)
  })

  test('a passkey that cannot be prepared is not prepared again with every move of the pointer', async () => {
    await withPasskey()
    const { backend } = stack
    let challenges = 0
    wallet.dispose()
    wallet = stack.wallet({
      store: memoryStore(),
      backend: (request) => {
        if (!request.url.endsWith('/challenge')) return backend(request)
        challenges += 1
        return Response.json({ code: 'INVALID_INPUT', message: 'No.' }, { status: 400 })
      },
    })
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'Use a passkey')
    for (let move = 0; move < 5; move += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      page.moveOver(element)
    }
    expect(challenges).toBe(1)
  })

  test('a dismissed passkey dialog leads back to its button, with a sentence', async () => {
    await withPasskey()
    vi.stubGlobal('navigator', {
      ...navigator,
      credentials: { get: () => Promise.reject(new DOMException('Dismissed.', 'NotAllowedError')) },
    })
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'Use a passkey')
    page.click(element, 'Use a passkey')
    await page.shows(element, 'Your passkey was not used.')
    expect(element.shadowRoot?.activeElement).toBe(page.button(element, 'Use a passkey'))
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    page.click(element, 'Try another way')
    await page.shows(element, 'Use a passkey')
  })

  test('a passkey that this browser cannot use is not offered beside another way', async () => {
    await withPasskey()
    vi.stubGlobal('PublicKeyCredential', undefined)
    const element = await atChoices()
    expect(page.text(element)).not.toContain('passkey')
  })

  test('a code by text message is offered only to a wallet with client-held keys', async () => {
    wallet.dispose()
    const phoneNumber = '+15551234567'
    await connect({ phoneNumber })
    const held = await signedInHeld(stack)
    await held.credentials.create({ type: 'SMS_OTP', phoneNumber })
    await held.signOut()
    expect(page.text(await atChoices())).not.toContain('Text me a code')
    const element = page.add('wallet-sign-in', { wallet: held })
    await page.shows(element, 'Text me a code')
    const icons = [...(element.shadowRoot?.querySelectorAll('.icon') ?? [])]
    expect(icons.map(({ classList }) => classList[1])).toEqual(['mail', 'phone'])
    page.click(element, 'Text me a code')
    await page.shows(element, `We sent a code to ${phoneNumber}.`)
    held.dispose()
  })

  test('if a passkey is the only way, a browser without passkeys says what to do', async () => {
    await withPasskey()
    vi.stubGlobal('PublicKeyCredential', undefined)
    const credentials = await wallet.credentials.list()
    const list = async () => credentials.filter(({ type }) => type === 'PASSKEY')
    const passkeyOnly: Wallet = { ...wallet, credentials: { ...wallet.credentials, list } }
    const element = page.add('wallet-sign-in', { wallet: passkeyOnly })
    await page.shows(element, 'This browser can’t use your passkey')
    expect(page.text(element)).toContain('Open the page in an up-to-date browser')
  })
})

describe('an identity provider', () => {
  const token = (nonce: string): Promise<string> =>
    stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })
  const link = async (): Promise<void> => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken: ({ nonce }) => token(nonce) })
    await wallet.signOut()
  }

  test('an identity provider starts during the click, signs in, and is closed at the end', async () => {
    await link()
    const close = vi.fn()
    let isBegun = false
    const begin = () => {
      isBegun = true
      return Object.assign(({ nonce }: { nonce: string }) => token(nonce), { close })
    }
    const element = page.add('wallet-sign-in', { wallet, providers: [{ name: 'Marsh ID', begin }] })
    await page.shows(element, 'Continue with Marsh ID')
    page.click(element, 'Continue with Marsh ID')
    expect(isBegun).toBe(true)
    await page.shows(element, 'You are signed in')
    expect(wallet.getState().session).toMatchObject({ type: 'OAUTH' })
    expect(close).toHaveBeenCalledOnce()
  })

  test('an identity provider is not offered to an account without an OAUTH credential', async () => {
    const providers = [{ name: 'Marsh ID', begin: () => () => '' }]
    const element = page.add('wallet-sign-in', { wallet, providers })
    await page.shows(element, 'Email me a code')
    expect(page.text(element)).not.toContain('Marsh ID')
  })

  test('an identity provider can be cancelled while the element waits for it', async () => {
    await link()
    const providers = [{ name: 'Marsh ID', begin: () => () => new Promise<string>(() => {}) }]
    const element = page.add('wallet-sign-in', { wallet, providers })
    await page.shows(element, 'Continue with Marsh ID')
    page.click(element, 'Continue with Marsh ID')
    await page.shows(element, 'Finish signing in with Marsh ID in the other window')
    await expect.poll(() => wallet.getState().flow.status).toBe('awaitingProof')
    page.click(element, 'Cancel')
    await page.shows(element, 'Sign in to your wallet')
    expect(page.region(element, 'alert')).toBe('')
  })

  test.each([
    ['POPUP_BLOCKED', 'Allow pop-ups for this site'],
    ['POPUP_CLOSED', 'You did not finish signing in.'],
    ['TIMEOUT', 'That took too long.'],
  ])('for an identity provider that fails with %s, the element says what to do', async (code, words) => {
    await link()
    const failed = vi.fn()
    const begin = () => () => Promise.reject(Object.assign(new Error('No token.'), { code }))
    const element = page.add('wallet-sign-in', { wallet, providers: [{ name: 'Marsh ID', begin }] })
    element.addEventListener('wallet-problem', ({ detail }) => failed(detail))
    await page.shows(element, 'Continue with Marsh ID')
    page.click(element, 'Continue with Marsh ID')
    await page.shows(element, words)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'OIDC_CALLBACK_FAILED' }))
  })

  test('if the function of an identity provider throws, the element shows it, and the event has the error', async () => {
    await link()
    const failed = vi.fn()
    const begin = () => {
      throw new Error('Not configured.')
    }
    const element = page.add('wallet-sign-in', { wallet, providers: [{ name: 'Marsh ID', begin }] })
    element.addEventListener('wallet-problem', ({ detail }) => failed(detail))
    await page.shows(element, 'Continue with Marsh ID')
    page.click(element, 'Continue with Marsh ID')
    await page.shows(element, 'Something went wrong on our side.')
    expect(failed).toHaveBeenCalledWith(new Error('Not configured.'))
  })
})

describe('the account', () => {
  test('an account without credentials is sent to support', async () => {
    wallet.dispose()
    await connect({ credential: false })
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'You can’t sign in here yet')
    expect(page.text(element)).toContain('Contact support')
  })

  test('an account that cannot be read offline is read when the connection is back', async () => {
    page.connection('offline')
    const { backend } = stack
    let isCut = true
    wallet.dispose()
    wallet = stack.wallet({
      store: memoryStore(),
      backend: (request) => (isCut ? Promise.reject(new TypeError('Failed to fetch')) : backend(request)),
    })
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'You are offline').catch(() => {})
    await stack.emulator.clock.advance(2_000)
    await page.shows(element, 'You are offline')
    expect(page.region(element, 'status')).toContain('will continue automatically')
    isCut = false
    page.connection('online')
    await page.shows(element, 'Email me a code')
    expect(page.region(element, 'status')).toBe('')
  })

  test('for an account that the platform refuses, the element says what to do, and the user can try again', async () => {
    const { backend } = stack
    let isLoggedIn = false
    wallet.dispose()
    wallet = stack.wallet({
      store: memoryStore(),
      backend: (request) =>
        isLoggedIn
          ? backend(request)
          : Response.json({ code: 'NOT_LOGGED_IN', message: 'No.' }, { status: 401 }),
    })
    const element = page.add('wallet-sign-in', { wallet })
    await page.shows(element, 'We can’t reach your wallet')
    expect(page.region(element, 'alert')).toContain('Log in again, then come back here.')
    isLoggedIn = true
    page.click(element, 'Try again')
    await page.shows(element, 'Email me a code')
  })

  test('an account whose read began offline is read again if the connection is back before that read has failed', async () => {
    page.connection('offline')
    const { backend } = stack
    let [isCut, reads] = [true, 0]
    wallet.dispose()
    wallet = stack.wallet({
      store: memoryStore(),
      backend: (request) => {
        if (request.method === 'GET') reads += 1
        return isCut ? Promise.reject(new TypeError('Failed to fetch')) : backend(request)
      },
    })
    const element = page.add('wallet-sign-in', { wallet })
    await expect.poll(() => reads).toBe(1)
    page.connection('online')
    await stack.emulator.clock.advance(2_000)
    await expect.poll(() => reads).toBeGreaterThan(3)
    isCut = false
    await stack.emulator.clock.advance(2_000)
    await page.shows(element, 'Email me a code')
  })

  test('a read that begins when the connection is back, and still fails, is made once more', async () => {
    page.connection('offline')
    const { backend } = stack
    let reads = 0
    wallet.dispose()
    wallet = stack.wallet({
      store: memoryStore(),
      backend: (request) => {
        if (request.method === 'GET') reads += 1
        // Each read is tried three times.
        return reads <= 6 ? Promise.reject(new TypeError('Failed to fetch')) : backend(request)
      },
    })
    const element = page.add('wallet-sign-in', { wallet })
    const tried = (times: number): Promise<void> =>
      vi.waitFor(async () => {
        await stack.emulator.clock.advance(1_000)
        expect(reads).toBe(times)
      }, 10_000)
    await tried(3)
    await page.shows(element, 'You are offline')
    page.connection('online')
    await tried(7)
    await page.shows(element, 'Email me a code')
  })

  test('a code can be typed while offline, and the element says so', async () => {
    const element = await atCode()
    isCut = true
    page.connection('offline')
    await page.shows(element, 'Check your connection.')
    page.type(element, stack.otp())
    isCut = false
    page.connection('online')
    expect(page.region(element, 'status')).toBe('')
    page.click(element, 'Sign in')
    await page.shows(element, 'You are signed in')
  })

  test('the element does not say that it is offline if the browser does and the backend can be reached', async () => {
    page.connection('offline')
    const element = await atCode()
    await expect.poll(() => requests).toContain('HEAD ')
    page.connection('offline')
    await expect.poll(() => requests.filter((line) => line === 'HEAD ')).toHaveLength(2)
    expect(page.region(element, 'status')).toBe('')
    page.type(element, stack.otp())
    page.click(element, 'Sign in')
    await page.shows(element, 'You are signed in')
    expect(page.text(element)).not.toContain('offline')
  })

  test('that nothing could be sent is no longer shown once the connection is back, and other problems stay', async () => {
    vi.stubGlobal('fetch', (request: Request) =>
      isCut ? Promise.reject(new TypeError('Failed to fetch')) : stack.backend(request),
    )
    wallet.dispose()
    wallet = stack.wallet({ store: memoryStore(), backend: 'http://localhost/wallet' })
    const element = await atCode()
    isCut = true
    page.connection('offline')
    page.type(element, wrongCode())
    page.click(element, 'Sign in')
    await page.shows(element, 'We couldn’t connect')
    isCut = false
    page.connection('online')
    expect(page.region(element, 'alert')).toBe('')
    page.click(element, 'Sign in')
    await page.shows(element, 'That code is wrong')
    page.connection('online')
    expect(page.region(element, 'alert')).toContain('That code is wrong')
  })

  test('a connection that comes back without an event is noticed, and the account is read', async () => {
    isCut = true
    page.connection('offline')
    const element = page.add('wallet-sign-in', { wallet })
    await vi.waitFor(async () => {
      await stack.emulator.clock.advance(1_000)
      expect(page.text(element)).toContain('Try again')
    }, 10_000)
    isCut = false
    await expect.poll(() => page.text(element), { timeout: 15_000 }).toContain('Email me a code')
    expect(page.region(element, 'status')).toBe('')
  })
})

describe('the session', () => {
  test('each new proof is reported once, and at the end of a session the element says what to do', async () => {
    const told = vi.fn()
    const element = await atCode({ 'code-length': '6' })
    element.addEventListener('wallet-signed-in', ({ detail }) => told(detail.nickname))
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
    await wallet.sessions.refresh()
    expect(told.mock.calls).toEqual([['ada@example.com']])
    await stack.emulator.clock.advance(16 * 60_000)
    await page.shows(element, 'Your session has expired.')
    expect(page.text(element)).toContain('Email me a code')
  })

  test('with `again`, a new proof is requested even if there is a session', async () => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    const element = page.add('wallet-sign-in', { wallet }, { 'code-length': '6' })
    await page.shows(element, 'You are signed in')
    const told = vi.fn()
    element.addEventListener('wallet-signed-in', told)
    await stack.emulator.clock.advance(60_000)
    element.setAttribute('again', '')
    await page.shows(element, 'Email me a code')
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
    expect(told).toHaveBeenCalledOnce()
  })

  test('an element that is added with `again` reports the new proof only, and once', async () => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await stack.emulator.clock.advance(60_000)
    const told = vi.fn()
    page.document.addEventListener('wallet-signed-in', () => {
      told()
      // What a page does once the person has proven it: the element renders again meanwhile.
      page.document.querySelector('wallet-sign-in')?.removeAttribute('again')
    })
    const element = page.add('wallet-sign-in', { wallet }, { 'code-length': '6', again: '' })
    await page.shows(element, 'Email me a code')
    expect(told).not.toHaveBeenCalled()
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    page.type(element, stack.otp())
    await page.shows(element, 'You are signed in')
    expect(told).toHaveBeenCalledOnce()
  })

  test('when the wallet is replaced, the session of the new wallet is shown', async () => {
    const element = await atChoices()
    const other = stack.wallet({ store: memoryStore() })
    await other.signIn({ type: 'EMAIL_OTP' })
    await other.submit({ otp: stack.otp() })
    element.wallet = other
    await page.shows(element, 'You are signed in')
    element.wallet = undefined
    await page.shows(element, 'One moment')
    other.dispose()
  })
})

describe('the element', () => {
  test('the element waits for a wallet, and for a wallet that restores its session', async () => {
    const element = page.add('wallet-sign-in')
    await page.shows(element, 'One moment…')
    expect(element.shadowRoot?.querySelector('section')?.getAttribute('aria-busy')).toBe('true')
    const restoring = { ...wallet, getState: () => initialWalletState, subscribe: () => () => {} }
    element.wallet = restoring as Wallet
    await page.shows(element, 'One moment…')
    expect(requests).toEqual([])
  })

  test('the element does not take the focus when it appears, and keeps it when its view changes', async () => {
    const outside = page.document.createElement('button')
    page.document.body.append(outside)
    outside.focus()
    const element = await atChoices()
    expect(page.document.activeElement).toBe(outside)
    page.button(element, 'Email me a code').focus()
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    expect(element.shadowRoot?.activeElement).toBe(page.input(element))
  })

  test('an element builds its view in a task after the one that adds it, or at once for a method', async () => {
    const element = page.add('wallet-sign-in')
    expect(element.shadowRoot?.childElementCount).toBe(0)
    await new Promise((resolve) => setTimeout(resolve))
    expect(element.shadowRoot?.childElementCount).toBe(1)
    const focused = page.add('wallet-sign-in')
    focused.focus()
    expect(focused.shadowRoot?.childElementCount).toBe(1)
  })

  test('the element stops when it leaves the page, and starts again when it is back', async () => {
    const element = await atCode()
    element.remove()
    page.document.body.append(element)
    await page.shows(element, 'We sent a code')
    page.type(element, stack.otp())
    page.click(element, 'Sign in')
    await page.shows(element, 'You are signed in')
  })

  test('a typed part of a code stays when the element is moved, and when its language changes', async () => {
    const element = await atCode({ 'code-length': '6' })
    const otp = stack.otp()
    page.type(element, otp.slice(0, 3))
    const section = page.document.createElement('section')
    section.lang = 'de'
    page.document.body.append(section)
    section.append(element)
    await page.shows(element, 'Wir haben einen Code')
    expect(page.input(element).value).toBe(otp.slice(0, 3))
    element.lang = 'fr'
    await page.shows(element, 'Nous avons envoyé un code')
    expect(page.input(element).value).toBe(otp.slice(0, 3))
    element.messages = { codeHeading: 'Le code' }
    await page.shows(element, 'Le code')
    expect(page.input(element).value).toBe(otp.slice(0, 3))
    page.type(element, otp)
    await page.shows(element, 'Vous êtes connecté')
  })

  test('what was typed for one code is not shown for the next', async () => {
    const element = await atCode()
    page.type(element, '12')
    page.click(element, 'Cancel')
    await page.shows(element, 'Email me a code')
    await stack.emulator.clock.advance(60_000)
    page.click(element, 'Email me a code')
    await page.shows(element, 'We sent a code')
    expect(page.input(element).value).toBe('')
  })

  test('a page that translates the element is not overwritten, and an address or a countdown is not translated', async () => {
    const element = await atCode({ 'code-lifetime': '600' })
    const root = element.shadowRoot
    const text = root?.querySelector('[part=text]')
    const hint = root?.querySelector('[part=hint]')
    const [address, time] = [text, hint].map((each) => each?.querySelector('bdi[translate=no]'))
    expect([address?.textContent, time?.textContent]).toEqual([
      stack.email,
      expect.stringMatching(/^\d+:\d\d$/),
    ])
    const { firstChild } = text ?? {}
    const font = page.document.createElement('font')
    firstChild?.replaceWith(font)
    font.textContent = '«translated»'
    await stack.emulator.clock.advance(5_000)
    const before = time?.textContent
    await expect.poll(() => time?.textContent, { timeout: 3_000 }).not.toBe(before)
    expect(text?.contains(font)).toBe(true)
    expect(hint?.contains(time ?? null)).toBe(true)
  })

  test('the element uses properties that were set before it was defined', async () => {
    const early = page.document.createElement('div')
    // A framework does this if it sets properties before the definition has loaded.
    const element = page.document.createElement('wallet-sign-in')
    Object.defineProperty(element, 'wallet', { configurable: true, writable: true, value: wallet })
    early.append(element)
    page.document.body.append(early)
    await page.shows(element, 'Email me a code')
  })

  test('the element shows the texts of its language, and the texts that the platform replaces', async () => {
    page.document.documentElement.lang = 'de-AT'
    const element = page.add('wallet-sign-in', { wallet, messages: { signInHeading: 'Anmeldung bei Heron' } })
    await page.shows(element, 'Code per E-Mail senden')
    expect(page.text(element)).toContain('Anmeldung bei Heron')
    element.lang = 'ar'
    await page.shows(element, 'إرسال رمز')
    expect(element.shadowRoot?.querySelector('section')?.getAttribute('dir')).toBe('rtl')
    element.lang = 'xx'
    await page.shows(element, 'Email me a code')
    element.messages = { withCode: 'Mail it' }
    await page.shows(element, 'Mail it')
  })

  test('texts in another language are shown as such, with its numbers and dates, if none is missing', async () => {
    page.document.documentElement.lang = 'nl_NL'
    const dutch = { ...en, withCode: 'Mail mij een code' }
    const { tryAgain: _, ...part } = dutch
    const element = page.add('wallet-sign-in', { wallet, messages: part })
    const lang = () => element.shadowRoot?.querySelector('section')?.lang
    await page.shows(element, 'Mail mij een code')
    expect(lang()).toBe('en')
    element.messages = dutch
    await expect.poll(lang).toBe('nl-NL')
    const confirm = page.add('wallet-confirm', { wallet, messages: dutch, quote: await quoteOf(stack) })
    await page.shows(confirm, '25,00')
  })

  test('the element follows a change of language and direction above it, unless it has its own', async () => {
    const { documentElement } = page.document
    const section = page.document.createElement('section')
    page.document.body.append(section)
    const element = page.add('wallet-sign-in', { wallet })
    const own = page.add('wallet-sign-in', { wallet }, { lang: 'fr' })
    section.append(element)
    const directions = (): readonly unknown[] =>
      [element, own].map(({ shadowRoot }) => shadowRoot?.querySelector('section')?.getAttribute('dir'))
    await page.shows(element, 'Email me a code')
    await page.shows(own, 'Recevoir un code')
    Object.assign(documentElement, { lang: 'ar', dir: 'rtl' })
    await page.shows(element, 'إرسال رمز')
    expect(directions()).toEqual(['rtl', 'ltr'])
    expect(page.text(own)).toContain('Recevoir un code')
    // English texts on a Hebrew page: they are laid out as the page is.
    documentElement.lang = 'he'
    await page.shows(element, 'Email me a code')
    expect(directions()).toEqual(['rtl', 'ltr'])
    documentElement.dir = 'ltr'
    await expect.poll(directions).toEqual(['ltr', 'ltr'])
    section.lang = 'ar'
    await page.shows(element, 'إرسال رمز')
    expect(directions()).toEqual(['rtl', 'ltr'])
    section.removeAttribute('lang')
    await page.shows(element, 'Email me a code')
    expect(directions()).toEqual(['ltr', 'ltr'])
    page.document.body.append(element)
    section.lang = 'de'
    documentElement.lang = 'es'
    await page.shows(element, 'Enviarme un código')
  })

  test('the attributes of the element contain neither the code nor a key', async () => {
    const element = await atCode({ 'code-length': '6' })
    const otp = stack.otp()
    page.type(element, otp)
    await page.shows(element, 'You are signed in')
    expect(element.shadowRoot?.innerHTML ?? otp).not.toContain(otp)
  })
})
