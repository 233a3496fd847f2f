/** Puts a wallet, a backend and the emulator together in one process, without a port. @module */
import type { Quote, Wallet, WalletOptions } from 'embedded-wallet-auth'
import type { BackendOptions } from 'embedded-wallet-auth/backend'
import { anObject, aText, checkOptions, type Options, optional } from 'embedded-wallet-auth/wire'
import type { Emulator, EmulatorClock, EmulatorOptions, Provisioned } from '../index.js'

/** Options of {@link createTestStack}. All options are optional. */
export interface TestStackOptions {
  /** The address that codes are mailed to. Default `ada@example.com`. */
  readonly email?: string
  /** The wallet's initial balance, in the smallest unit of USDB. Default 100,000,000, which is 100 USDB. */
  readonly balance?: number
  /** `false` creates the account without a credential. By default it has an EMAIL_OTP credential. */
  readonly credential?: false
  /** The clock of wallet, backend and emulator. Default `steppedClock()`, which stands still until you advance it. */
  readonly clock?: EmulatorClock
  /** Further options of the emulator. `codesPerMinute` is 100 by default here. */
  readonly emulator?: Omit<EmulatorOptions, 'clock'>
  /**
   * Options of the backend. By default the user is logged in at the platform, every operation is allowed, and there are
   * no limits and no step-up. To test your own policy, override these options.
   */
  readonly backend?: Partial<Omit<BackendOptions, 'service'>>
  /** Further options of the wallet. */
  readonly wallet?: Partial<Omit<WalletOptions, 'accountId' | 'backend' | 'clock'>>
}

/** The payment that {@link TestStack.quote} creates a quote for. */
export interface QuoteRequest {
  /** The amount that leaves the wallet, in the smallest unit of its currency. */
  readonly amount: number
  /** The internal account that receives the money. Default: an account in USD that belongs to grace@example.com. */
  readonly receiver?: string
}

/** A wallet with its backend and emulator. */
export interface TestStack {
  readonly wallet: Wallet
  readonly emulator: Emulator
  readonly clock: EmulatorClock
  /** The platform's backend, for the option `backend` of another wallet. */
  readonly backend: (request: Request) => Promise<Response>
  readonly account: Provisioned['account']
  readonly email: string
  /** Returns the code that was mailed last. Throws if no code was mailed. */
  code(): string
  /**
   * Signs `wallet` in with a mailed code. Default: this stack's wallet. Another wallet must be for the same account.
   */
  signIn(wallet?: Wallet): Promise<void>
  /** Creates a quote with the API token, as the platform's server does. Rejects if the service refuses the quote. */
  quote(request: QuoteRequest): Promise<Quote>
  /**
   * Calls the service with the API token, for anything else that the platform's server does. `path` is a path of the
   * service's API, such as `/quotes`.
   */
  service(path: string, init?: RequestInit): Promise<Response>
  /** Disposes of the wallet. Can be passed as a callback, for example to `onTestFinished`. */
  dispose(): void
}

const maybeObject = optional(anObject)
const stackOptions: Options<TestStackOptions> = {
  email: optional(aText),
  balance: optional([
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    'a whole number of the smallest unit',
  ]),
  credential: optional([(value) => value === false, 'false, or left out']),
  clock: maybeObject,
  emulator: maybeObject,
  backend: maybeObject,
  wallet: maybeObject,
}

const baseUrl = 'https://service.test/2025-10-13'

/**
 * Creates a wallet, the platform's backend and the emulator in one process, without a port. Nothing is mocked: the
 * wallet signs in, stamps and pays as on a page, but keeps its keys in memory. Works in Node, happy-dom and jsdom.
 *
 * @example
 * const stack = await createTestStack({ balance: 50_000_000 })
 * await stack.signIn()
 * await stack.wallet.executeQuote(await stack.quote({ amount: 20_000_000 }))
 * stack.dispose()
 */
export async function createTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  checkOptions(options, stackOptions)
  // Imported on demand, because a Playwright worker loads this file but does not need these modules.
  const [{ createEmulator, steppedClock }, { createBackend, defaultOperations }, { createWallet }] =
    await Promise.all([
      import('../index.js'),
      import('embedded-wallet-auth/backend'),
      import('embedded-wallet-auth'),
    ])
  const { email = 'ada@example.com', balance = 100_000_000, clock = steppedClock(), credential } = options
  const emulator = createEmulator({ codesPerMinute: 100, ...options.emulator, clock })
  const { account } = await emulator.provision({
    email,
    balance,
    ...(credential === false && { credential }),
  })
  const backend = createBackend({
    authorize: () => [account.id],
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost'],
    allow: [...defaultOperations, 'exportWallet'],
    stepUp: false,
    limits: false,
    clock,
    ...options.backend,
    service: { baseUrl, ...emulator.apiToken, fetch: emulator.fetch },
  })
  const wallet = createWallet({
    exportSigner: emulator.exportSigner,
    ...options.wallet,
    accountId: account.id,
    backend,
    clock,
  })

  const service: TestStack['service'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    const { tokenId, clientSecret } = emulator.apiToken
    headers.set('Authorization', `Basic ${btoa(`${tokenId}:${clientSecret}`)}`)
    if (init.body !== undefined && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json')
    return emulator.fetch(`${baseUrl}${path}`, { ...init, headers })
  }
  const code = (): string => {
    const mail = emulator.inbox.latest(email)
    if (mail === undefined) throw new Error(`No code was mailed to ${email} yet. Call wallet.signIn() first.`)
    return mail.otp
  }
  let grace: Promise<string> | undefined
  const receiverOf = async (): Promise<string> => {
    const wanted = { email: 'grace@example.com', accountType: 'INTERNAL_FIAT', currency: 'USD' } as const
    grace ??= emulator.provision(wanted).then(({ account }) => account.id)
    return grace
  }
  return {
    wallet,
    emulator,
    clock,
    backend,
    account,
    email,
    code,
    async signIn(which = wallet) {
      await which.signIn({ type: 'EMAIL_OTP' })
      await which.submit({ otp: code() })
    },
    async quote({ amount, receiver }) {
      const body = {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver ?? (await receiverOf()) },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      }
      const answer = await service('/quotes', { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`The service refused the quote: ${await answer.text()}`)
      // The type assertion is safe: the answer comes from the emulator, and executeQuote() parses it again.
      return (await answer.json()) as Quote
    },
    service,
    dispose: () => wallet.dispose(),
  }
}
