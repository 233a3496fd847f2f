/**
 * A wallet with a payment to make, a service, and a network between them that loses, delays and refuses requests.
 * @module
 */
import { type AccountStore, createWallet, memoryStore, type Quote, type Wallet } from 'embedded-wallet-auth'
import { createBackend, defaultOperations } from 'embedded-wallet-auth/backend'
import { createEmulator, steppedClock } from 'embedded-wallet-auth-emulator'
import { askAsPlatform, baseUrl } from '../../src/wallet/fixtures/ask-as-platform.js'

/** What happens to the next execution. */
export type Trouble =
  /** The quote is executed, and the answer is lost or replaced by a proxy's answer. */
  | 'lost'
  | 'proxy'
  /** The request never arrives, or arrives after the page was told that it did not. */
  | 'dropped'
  | 'late'
  /** The service, or a gateway in front of it, refuses. */
  | 400
  | 401
  | 404
  | 409
  | 429

export interface World {
  open(): Wallet
  signIn(wallet: Wallet): Promise<void>
  quote(): Promise<Quote>
  trouble(next: Trouble): void
  /** Ends all trouble. Late requests have then arrived or will never arrive. */
  calm(): Promise<void>
  /** Delivers the late executions. */
  deliver(): Promise<void>
  pass(ms: number): Promise<void>
  fund(): Promise<void>
  now(): number
  /** Resolves with a quote's status at the service. */
  statusOf(quoteId: string): Promise<string>
  /** Returns the number of payments that the receiver got. */
  received(): number
}

const amount = 25_000_000

/**
 * @param keepsRefusals whether the service repeats a refusal for the same `Idempotency-Key` or processes the request
 *   again: the interface allows both readings
 */
export async function createWorld(options: {
  readonly keepsRefusals: boolean
  readonly balance: number
}): Promise<World> {
  const clock = steppedClock(Date.parse('2026-11-21T12:00:00.000Z'))
  const emulator = createEmulator({ clock })
  const email = 'ada@example.com'
  const { account } = await emulator.provision({ email, balance: options.balance })
  const { account: receiver } = await emulator.provision({
    email: 'grace@example.com',
    accountType: 'INTERNAL_FIAT',
    currency: 'USD',
    balance: 0,
  })
  const refusals = new Map<string, Response>()
  const service = async (request: Request): Promise<Response> => {
    const key = request.headers.get('Idempotency-Key')
    const kept = key === null ? undefined : refusals.get(key)
    if (kept) return kept.clone()
    const answer = await emulator.fetch(request)
    if (options.keepsRefusals && key !== null && (answer.status === 400 || answer.status === 409))
      refusals.set(key, answer.clone())
    return answer
  }
  const backend = createBackend({
    service: { baseUrl, ...emulator.apiToken, fetch: service },
    authorize: async () => [account.id],
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost', 'http://localhost:5173'],
    allow: [...defaultOperations, 'exportWallet'],
    stepUp: false,
    limits: false,
  })

  let next: Trouble | undefined
  const late: Request[] = []
  const network = async (request: Request): Promise<Response> => {
    const trouble = request.url.endsWith('/execute') ? next : undefined
    if (trouble === undefined) return backend(request)
    next = undefined
    if (typeof trouble === 'number')
      return Response.json({ status: trouble, code: 'REFUSED', message: 'No.' }, { status: trouble })
    if (trouble === 'late') late.push(request.clone())
    if (trouble === 'lost' || trouble === 'proxy') await backend(request)
    if (trouble === 'proxy') return new Response('<html>', { status: 524 })
    throw new TypeError('Failed to fetch')
  }
  const deliver = async (): Promise<void> => {
    // The signal of a closed page does not cancel a request that is already on its way.
    for (const { url, method, headers } of late.splice(0))
      await backend(new Request(url, { method, headers }))
  }

  const store: AccountStore = memoryStore()
  let worth = Number.NaN
  return {
    open: () =>
      createWallet({ accountId: account.id, backend: network, clock: { ...clock, now: clock.now }, store }),
    async signIn(wallet) {
      // After a minute the service mails another code.
      await clock.advance(61_000)
      await wallet.signIn({ type: 'EMAIL_OTP' })
      await wallet.submit({ otp: emulator.inbox.latest(email)?.otp ?? '' })
    },
    async quote() {
      const quote = await askAsPlatform<Quote>(emulator, 'POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      })
      worth = quote.totalReceivingAmount
      return quote
    },
    trouble: (trouble) => {
      next = trouble
    },
    async calm() {
      next = undefined
      await deliver()
    },
    deliver,
    pass: (ms) => clock.advance(ms),
    fund: () =>
      askAsPlatform(emulator, 'POST', `/sandbox/internal-accounts/${account.id}/fund`, {
        amount: 4 * amount,
      }),
    now: clock.now,
    statusOf: async (quoteId) => (await askAsPlatform<Quote>(emulator, 'GET', `/quotes/${quoteId}`)).status,
    received: () => Number(emulator.ledger.balance(receiver.id, 'USD')) / worth,
  }
}
