/** The platform: the wallet's backend, a login, and a shop. Without SERVICE_URL, the emulator stands in for the service. */
import { createBackend, originRefusal } from 'embedded-wallet-auth/backend'
import { createClient } from 'embedded-wallet-auth/client'
import type { EmulatorOptions } from 'embedded-wallet-auth-emulator'
import { createLogin } from './login.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The `keyDelivery` of the page's wallet. */
type Keys = 'sealed' | 'client-held'

/**
 * Returns a function from Request to Response that answers `/wallet/*` and `/api/*` for pages of one origin, or whose
 * wallet is in a page of an origin of its own. Rejects with a service, and in production, until `whoIs` in login.ts says
 * who is logging in.
 */
export async function createPlatform(
  origin: string,
  env: Env = process.env,
  keys: Keys = 'sealed',
  walletOrigin: string = origin,
): Promise<(request: Request) => Promise<Response>> {
  const { service, shopId, demoAccount, otpSigner } = await connect(walletOrigin, env, keys)
  const login = createLogin(origin, demoAccount)
  const wallet = createBackend({
    service,
    authorize: (request) => login.sessionOf(request)?.accountIds,
    loginSession: (request) => login.sessionOf(request)?.id ?? '',
    relyingParty: { id: new URL(walletOrigin).hostname, name: 'Example Bank' },
    origins: [walletOrigin],
    topOrigins: walletOrigin === origin ? [] : [origin],
    payeeOf: ({ destination }) => (destination.accountId === shopId ? 'Corner Shop' : undefined),
  })
  const { baseUrl, tokenId, clientSecret, ...options } = service
  const client = createClient({ baseUrl, auth: { type: 'basic', tokenId, clientSecret }, ...options })

  /** The quote of each person's order. Keep yours in the database, with the order. */
  const orders = new Map<string, string>()

  /** Returns a quote that pays the shop 20 dollars. The server, not the page, decides what is paid and to whom. */
  const findOrCreateQuote = async (accountId: string) => {
    const quoteId = orders.get(accountId)
    const known = quoteId === undefined ? undefined : await client.getQuote({ quoteId })
    // This quote was paid, or may still be. Another one for the same order could be paid as well.
    if (known !== undefined && known.status !== 'EXPIRED') return known
    const quote = await client.createQuote({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: shopId },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 20_00,
    })
    // Amounts are in the smallest unit: in a currency with six decimals, 2,000 would be a fifth of a cent.
    if (quote.receivingCurrency.code !== 'USD') throw new Error('SHOP_ID must be an account in USD.')
    orders.set(accountId, quote.id)
    return quote
  }

  /** Calls at the same moment, such as from two tabs, get the same quote. */
  const pending = new Map<string, ReturnType<typeof findOrCreateQuote>>()
  const quoteFor = (accountId: string) => {
    const quote = pending.get(accountId) ?? findOrCreateQuote(accountId)
    pending.set(accountId, quote)
    return quote.finally(() => pending.delete(accountId))
  }

  /** What the page needs for its wallet. */
  const walletOf = (accountId: string) => (keys === 'sealed' ? { accountId } : { accountId, otpSigner })

  /** Answers the platform's own calls. All but login and log-out need somebody who is logged in. */
  const api = async (request: Request): Promise<Response> => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    if (call === 'POST /api/logout') return answer({}, 200, { 'Set-Cookie': login.logOut(request) })
    const isLogin = call === 'POST /api/login'
    // A log-in is checked with a live cookie, too: it may be that of the person before.
    const session = isLogin ? await login.logIn(request) : login.sessionOf(request)
    const [accountId] = session?.accountIds ?? []
    if (session === undefined || accountId === undefined) return answer({ code: 'NOT_LOGGED_IN' }, 401)
    if (isLogin) return answer(walletOf(accountId), 200, { 'Set-Cookie': session.cookie })
    if (call === 'GET /api/me') return answer(walletOf(accountId))
    if (call === 'POST /api/quotes') return answer(await quoteFor(accountId))
    // The page has shown how this quote ended, and begins the next order. Another tab may have begun it already.
    if (call === 'POST /api/orders') {
      const isLatest = new URL(request.url).searchParams.get('after') === orders.get(accountId)
      return answer({ isNew: isLatest && orders.delete(accountId) })
    }
    return answer({ code: 'NOT_FOUND' }, 404)
  }

  return async (request) =>
    new URL(request.url).pathname.startsWith('/api/')
      ? originRefusal(request, [origin, walletOrigin])
        ? answer({ code: 'WRONG_ORIGIN', origin }, 403)
        : api(request)
      : wallet(request)
}

const answer = (body: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

/** The variables that name the service. `embedded-wallet-auth-emulator --env FILE` writes the same ones. */
const names = ['SERVICE_URL', 'SERVICE_TOKEN_ID', 'SERVICE_SECRET', 'SHOP_ID'] as const

/** Returns the service, the shop's account and who signs what codes are encrypted to. An emulator also has a demo account. */
async function connect(origin: string, env: Env, keys: Keys) {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`The service is only half set: ${missing.join(', ')} is missing.`)
  const mayEmulate = env.NODE_ENV !== 'production' || env.ALLOW_EMULATOR === '1'
  const { SERVICE_URL = '', SERVICE_TOKEN_ID = '', SERVICE_SECRET = '', SHOP_ID = '', OTP_SIGNER } = env
  if (missing.length === 0) {
    if (keys === 'client-held' && !OTP_SIGNER)
      throw new Error(
        'Set OTP_SIGNER to the key that, as its operator says, signs what codes are encrypted to.',
      )
    const service = { baseUrl: SERVICE_URL, tokenId: SERVICE_TOKEN_ID, clientSecret: SERVICE_SECRET }
    // Only an emulator has controls, at the address of the service.
    const isEmulator = mayEmulate && env.EMULATOR_CONTROL_URL === `${new URL(SERVICE_URL).origin}/emulator/`
    const demoAccount = isEmulator ? env.ACCOUNT_ID : undefined
    return { service, shopId: SHOP_ID, demoAccount, otpSigner: OTP_SIGNER }
  }
  if (!mayEmulate)
    throw new Error(
      `Set ${names.join(', ')}. The emulator is only for development, or with ALLOW_EMULATOR=1.`,
    )
  const { createEmulator } = await import('embedded-wallet-auth-emulator')
  // With `client-held`, the strictest deployment that is known. The emulator refuses names that it does not know.
  const profile = (env.EMULATOR_PROFILE ?? (keys === 'sealed' ? 'seed' : 'production')) as NonNullable<
    EmulatorOptions['profile']
  >
  const emulator = createEmulator({
    profile,
    origins: [origin],
    mailer: async ({ to, otp }) => console.log(`mail to ${to}: the code is ${otp}`),
  })
  if (keys === 'sealed' && emulator.facts().codes === 'encrypted')
    console.warn(`Codes will be refused: for EMULATOR_PROFILE=${profile}, set keyDelivery to 'client-held'.`)
  // Ada's wallet with 125.50 USDB, and a shop to pay.
  const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
  const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const service = { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch }
  return { service, shopId: shop.account.id, demoAccount: account.id, otpSigner: emulator.otpSigner }
}
