/** Wallets that stay in one state, to check how an element shows the state. @module */
import type {
  AuthMethod,
  AwaitedAuthorization,
  FlowState,
  Quote,
  ScaChallenge,
  ServiceErrorCode,
  SessionState,
  Wallet,
  WalletState,
} from 'embedded-wallet-auth'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const later = (seconds: number): string => new Date(now + seconds * 1000).toISOString()
const account = 'InternalAccount:46902155-d2d4-428b-9c0d-6d57d304b780'

const credential = (type: AuthMethod['type'], nickname: string): AuthMethod => ({
  id: `AuthMethod:${type}`,
  accountId: account,
  type,
  nickname,
  createdAt: later(0),
  updatedAt: later(0),
})
const passkey = credential('PASSKEY', 'Ada’s laptop')
const mail = credential('EMAIL_OTP', 'ada@example.com')
const identity = credential('OAUTH', 'ada@example.com')

const active: SessionState = {
  status: 'active',
  id: 'Session:1',
  accountId: account,
  credential: mail.id,
  type: 'EMAIL_OTP',
  nickname: mail.nickname,
  expiresAt: later(900),
  authenticatedAt: later(0),
  publicKey: '',
}
const none = (reason: 'new' | 'expired'): SessionState => ({ status: 'none', reason })
const awaiting = (more: Partial<FlowState> = {}): FlowState => ({
  status: 'awaitingProof',
  type: 'EMAIL_OTP',
  proof: 'otp',
  credential: mail.id,
  resendAt: later(-28),
  ...more,
})
const refused = (code: ServiceErrorCode, status: number) => ({ kind: 'service' as const, code, status })

const quote: Quote = {
  id: 'Quote:5c1d7a52-6f0e-4b1c-8a3e-2f9d1b7c4e60',
  status: 'PENDING',
  createdAt: later(0),
  expiresAt: later(272),
  source: { accountId: account },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'InternalAccount:9a1e0b7c-0000-4000-8000-00000000c0de',
  },
  sendingCurrency: { code: 'USDB', decimals: 6 },
  receivingCurrency: { code: 'EUR', decimals: 2 },
  totalSendingAmount: 1_250_500_000,
  totalReceivingAmount: 1_151_24,
  exchangeRate: 1.0801,
  feesIncluded: 6_250_000,
  transactionId: 'Transaction:1',
}

const challenge: ScaChallenge & AwaitedAuthorization = {
  id: 'ScaChallenge:1',
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  expiresAt: later(272),
  purpose: 'CURRENCY_CONVERSION',
}
const waiting = (more: Partial<typeof challenge> = {}): Partial<Still> => ({
  quote: { ...quote, status: 'PENDING_AUTHORIZATION', scaChallenge: { ...challenge, ...more } },
  attributes: { 'code-length': '6' },
})

/** The wallet and the attributes of an element in a state. */
export interface Still {
  readonly element: 'wallet-sign-in' | 'wallet-confirm'
  readonly state: Partial<WalletState>
  readonly credentials?: readonly AuthMethod[] | 'never' | 'failing'
  readonly attributes?: Readonly<Record<string, string>>
  readonly quote?: Quote
  readonly receiver?: string
  readonly offline?: true
  readonly withoutPasskeys?: true
  readonly ask?: Parameters<HTMLElementTagNameMap['wallet-confirm']['ask']>[0]
  /** The index of the button that is clicked first, and how the call that follows ends. */
  readonly click?: { readonly button: number; readonly fails?: object }
}

const signIn = (state: Partial<WalletState>, more: Partial<Still> = {}): Still => ({
  element: 'wallet-sign-in',
  state,
  credentials: [passkey, identity, mail],
  attributes: { 'code-length': '6', 'code-lifetime': '300' },
  ...more,
})
const confirm = (state: Partial<WalletState>, more: Partial<Still> = {}): Still => ({
  element: 'wallet-confirm',
  state: { session: active, ...state },
  quote,
  receiver: 'Grace Hopper',
  ...more,
})
const failure = (code: string, more: object = {}): object => ({ kind: 'service', code, status: 400, ...more })

/** Every state, by name. */
export const stills: Readonly<Record<string, Still>> = {
  'sign-in loading': signIn({ session: { status: 'restoring' } }),
  'sign-in choices': signIn({ session: none('new') }),
  'sign-in only a code': signIn({ session: none('expired') }, { credentials: [mail] }),
  'sign-in passkey not used': signIn(
    { session: none('new') },
    { click: { button: 0, fails: { kind: 'ceremony', code: 'CEREMONY_CANCELLED' } } },
  ),
  'sign-in too many': signIn(
    { session: none('new') },
    { click: { button: 2, fails: failure('RATE_LIMITED', { status: 429, retryAfter: 45 }) } },
  ),
  'sign-in sending': signIn({ session: none('new') }, { click: { button: 2 } }),
  'sign-in passkey open': signIn({ session: none('new') }, { click: { button: 0 } }),
  'sign-in provider open': signIn({ session: none('new') }, { click: { button: 1 } }),
  'sign-in code': signIn({ session: none('new'), flow: awaiting() }),
  'sign-in code wrong': signIn({
    session: none('new'),
    flow: awaiting({ fault: refused('UNAUTHORIZED', 401) }),
  }),
  'sign-in code too soon': signIn({
    session: none('new'),
    flow: awaiting({ resendAt: later(45), fault: refused('RATE_LIMITED', 429) }),
  }),
  'sign-in code expired': signIn({ session: none('new'), flow: awaiting({ resendAt: later(-400) }) }),
  'sign-in checking': signIn({ session: none('new'), flow: { status: 'verifying', type: 'EMAIL_OTP' } }),
  'sign-in done': signIn({ session: active }),
  'sign-in offline': signIn({ session: none('new') }, { credentials: 'failing', offline: true }),
  'sign-in offline with a code': signIn({ session: none('new'), flow: awaiting() }, { offline: true }),
  'sign-in unreachable': signIn({ session: none('new') }, { credentials: 'failing' }),
  'sign-in unsupported': signIn({ session: none('new') }, { credentials: [passkey], withoutPasskeys: true }),
  'sign-in empty': signIn({ session: none('new') }, { credentials: [] }),
  'confirm loading': confirm({ session: { status: 'restoring' } }),
  'confirm review': confirm({}),
  'confirm account': confirm({}, { receiver: undefined as never }),
  'confirm signed out': confirm({ session: none('new') }),
  'confirm paying': confirm({}, { click: { button: 0 } }),
  'confirm expired': confirm({}, { quote: { ...quote, expiresAt: later(-1) } }),
  'confirm low balance': confirm({}, { click: { button: 0, fails: failure('INSUFFICIENT_BALANCE') } }),
  'confirm in doubt': confirm({ unsettled: [{ quoteId: quote.id, since: later(0) }] }),
  'confirm code': confirm({}, waiting()),
  'confirm code wrong': confirm({}, { ...waiting(), click: { button: 0, fails: failure('INVALID_INPUT') } }),
  'confirm code too soon': confirm(
    {},
    { ...waiting(), click: { button: 1, fails: failure('RATE_LIMITED', { status: 429, retryAfter: 45 }) } },
  ),
  'confirm code too many': confirm(
    {},
    { ...waiting(), click: { button: 0, fails: failure('RATE_LIMITED', { status: 429, retryAfter: 45 }) } },
  ),
  'confirm code locked': confirm(
    {},
    { ...waiting(), click: { button: 0, fails: failure('ACCOUNT_LOCKED', { status: 423 }) } },
  ),
  'confirm code no session': confirm(
    {},
    { ...waiting(), click: { button: 0, fails: failure('SCA_SESSION_REQUIRED', { status: 409 }) } },
  ),
  'confirm app code': confirm({}, waiting({ factor: 'TOTP', purpose: 'PAYOUT' })),
  'confirm passkey': confirm({}, waiting({ factor: 'PASSKEY', purpose: 'TRANSFER' })),
  'confirm passkey open': confirm({}, { ...waiting({ factor: 'PASSKEY' }), click: { button: 0 } }),
  'confirm code late': confirm({}, waiting({ expiresAt: later(-1) })),
  'confirm code lost': confirm({ unsettled: [{ quoteId: quote.id, since: later(0), waitsFor: challenge }] }),
  'confirm paid': confirm({}, { quote: { ...quote, status: 'COMPLETED' } }),
  'confirm on its way': confirm({}, { quote: { ...quote, status: 'PROCESSING' } }),
  'confirm not paid': confirm({}, { quote: { ...quote, status: 'FAILED' } }),
  'confirm offline': confirm({}, { offline: true }),
  'confirm question': confirm(
    {},
    {
      ask: {
        operation: 'signedRequest',
        details: { method: 'PATCH', path: '/cards/Card:1', body: { status: 'FROZEN' } },
        signal: new AbortController().signal,
      },
    },
  ),
  'confirm phrase': confirm(
    {},
    {
      ask: {
        operation: 'exportWallet',
        details: { accountId: account },
        signal: new AbortController().signal,
      },
    },
  ),
}

/** The names of states that can be shown together, because they need the same browser features. */
export const together: readonly (readonly string[])[] = [
  ({ offline, withoutPasskeys }: Still): boolean => !offline && !withoutPasskeys,
  ({ offline }: Still): boolean => offline === true,
  ({ withoutPasskeys }: Still): boolean => withoutPasskeys === true,
].map((agrees) => Object.keys(stills).filter((name) => agrees(stills[name] as Still)))

/** Replaces the elements of the page with elements in these states. */
export async function showStills(names: readonly string[], wallet: Wallet): Promise<void> {
  document.body.replaceChildren()
  await Promise.all(names.map((name) => showStill(name, wallet)))
}

async function showStill(name: string, wallet: Wallet): Promise<void> {
  const still = stills[name]
  if (still === undefined) throw new Error(`Unknown state "${name}".`)
  const { element: tag, attributes = {}, credentials = [], click } = still
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: still.offline === undefined })
  Object.defineProperty(globalThis, 'PublicKeyCredential', {
    configurable: true,
    value: still.withoutPasskeys ? undefined : class {},
  })
  const state: WalletState = {
    session: { status: 'restoring' },
    flow: { status: 'idle' },
    storage: 'indexeddb',
    unsettled: [],
    ...still.state,
  }
  const never = (): Promise<never> => new Promise(() => {})
  const failing = (problem: object) => (): Promise<never> =>
    Promise.reject(Object.assign(new Error('As the state wants it.'), problem))
  const call = click?.fails === undefined ? never : failing(click.fails)
  const network = failing({ kind: 'transport', code: 'NETWORK' })
  const standing: Wallet = {
    ...wallet,
    getState: () => state,
    subscribe: () => () => {},
    now: () => now,
    prepare: never,
    signIn: call,
    executeQuote: call,
    authorizeQuote: call,
    resendQuoteCode: call,
    getQuote: never,
    credentials: {
      ...wallet.credentials,
      list: credentials === 'never' ? never : credentials === 'failing' ? network : async () => credentials,
    },
  }
  const providers = [{ name: 'Marsh ID', begin: () => never }]
  const element = document.createElement(tag)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  Object.assign(element, { wallet: standing, providers, quote: still.quote, receiver: still.receiver })
  document.body.append(element)
  if ('ask' in element && still.ask) void element.ask(still.ask)
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60))
  await settled()
  if (click === undefined) return
  // The element ignores clicks until its terms have been visible for a while.
  if (tag === 'wallet-confirm') await new Promise((resolve) => setTimeout(resolve, 500))
  element.shadowRoot?.querySelectorAll('button')[click.button]?.click()
  await settled()
}
