/**
 * A platform under attack: harness pages, backend and emulator, and the server to which hostile scripts send their
 * loot.
 * @module
 */
import {
  type BackendOptions,
  createBackend,
  defaultOperations,
  type NewPasskey,
} from 'embedded-wallet-auth/backend'
import { serve } from 'embedded-wallet-auth/node'
import { createEmulator, type Emulator } from 'embedded-wallet-auth-emulator'
import { type TestAuthenticator, testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import { type ClientKey, stampOf } from '../../emulator/src/fixtures/client.js'
import { encryptedCode, type HeldKey, heldKey, targetIn } from '../../emulator/src/fixtures/held-keys.js'
import { askAsPlatform, baseUrl } from '../../src/wallet/fixtures/ask-as-platform.js'
import {
  framedFiles,
  framedSite,
  isLoggedIn,
  otherSite,
  plainHttpSite,
  plainSite,
} from '../support/framed-site.js'
import { harnessFiles, type PageSettings } from '../support/harness-files.js'

/**
 * `library`: a backend that allows every call without a proof. `policy`: the backend's default. `proven`: every payment
 * needs a proof by passkey, too.
 */
export type Policy = 'library' | 'policy' | 'proven'

const loginSession = (): string => 'the login session of Ada'

const day = 24 * 60 * 60_000

const policies: Readonly<Record<Policy, () => Partial<BackendOptions>>> = {
  library: () => ({ allow: [...defaultOperations, 'exportWallet'], stepUp: false, limits: false }),
  policy: () => ({ loginSession }),
  proven() {
    let own: string | undefined
    // Stands for the day that has passed since the person added a passkey, the first one. Every other change waits.
    const newPasskeyAfter = ({ credentialId }: NewPasskey): number => {
      own ??= credentialId
      return credentialId !== undefined && credentialId === own ? 0 : day
    }
    const above = { amount: 0, currency: 'USDB' }
    return { loginSession, stepUp: { payments: { above, newPasskeyAfter, withoutPasskey: 'sign-in' } } }
  },
}

type KeyDelivery = 'sealed' | 'client-held'

export interface AttackedStack {
  readonly keyDelivery: KeyDelivery
  readonly emulator: Emulator
  readonly accountId: string
  readonly email: string
  readonly origin: string
  /** The address of the backend: a path, or a URL where the wallet has another origin than the page. */
  readonly backend: string
  /** The keys that the scripts' server made for the running script. Only the server has the private keys. */
  readonly keys: ClientKey[]
  /** What reached the scripts' server at another origin. */
  readonly carriedOut: string[]
  readonly otherOrigin: string
  /** The ids of the quotes that the platform made for pages. */
  quotes(): readonly string[]
  /** The codes of the backend's refusals. */
  refusals(): readonly string[]
  service<T>(method: string, path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

/** Where the wallet is, and on which origins. */
const sites = {
  page: plainSite,
  framed: framedSite,
  'plain HTTP': plainHttpSite,
  'another site': otherSite,
} as const

/**
 * Sets everything up for one page. `framed`: the wallet is in a page of its own origin, on the same site. `plain HTTP`:
 * so it is, and no browser trusts the page around it. `another site`: that page is not even of the same site.
 */
export async function serveAttacked(
  policy: Policy,
  keyDelivery: KeyDelivery = 'sealed',
  place: keyof typeof sites = 'page',
  pages: PageSettings = {},
): Promise<AttackedStack> {
  let handler = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const served = await serve((request) => handler(request), { port: 0, hosts: 'any' })
  const isFramed = place !== 'page'
  const site = sites[place](served.port)
  const { shop: origin, wallet: walletOrigin, domain } = site
  const topOrigins = isFramed ? [origin] : []
  const emulator = createEmulator({
    ...{ mode: 'strict', origins: [walletOrigin], relyingPartyIds: [domain], topOrigins, keyDelivery },
    ...(policy === 'proven' && { unknowns: { passkeys: 'several' } }),
  })
  const email = 'ada@example.com'
  const { account } = await emulator.provision({ email, balance: 100_000_000 })
  const { account: mallory } = await emulator.provision({
    email: 'mallory@example.com',
    accountType: 'INTERNAL_FIAT',
    currency: 'USD',
    balance: 0,
  })
  const quotes: string[] = []
  const refusals: string[] = []
  const backend = createBackend({
    service: { baseUrl, ...emulator.apiToken, fetch: (request) => emulator.fetch(request) },
    authorize: async (request) => (isFramed && !isLoggedIn(request) ? undefined : [account.id]),
    relyingParty: { id: domain, name: 'Test platform' },
    origins: [walletOrigin],
    topOrigins,
    clock: emulator.clock,
    onEvent: ({ code }) => {
      if (code !== undefined) refusals.push(code)
    },
    ...policies[policy](),
  })

  const service = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    askAsPlatform(emulator, method, path, body)

  const keys: ClientKey[] = []
  const ownKey = (): HeldKey => {
    const made = heldKey()
    keys.push({ publicKey: made.uncompressed, secret: made.scalar })
    return made
  }
  let passkey: TestAuthenticator | undefined
  /** What the scripts' server does for them. It is on this origin so that the page's policy allows the requests. */
  const helpers: Readonly<Record<string, (asked: URLSearchParams) => Promise<unknown>>> = {
    key: async () => ({ clientPublicKey: ownKey().uncompressed }),
    // With `client-held`, the session's own key.
    'session-key': async () => ({
      clientPublicKey: ownKey()[keyDelivery === 'sealed' ? 'uncompressed' : 'compressed'],
    }),
    /** Packs a code as the library does, with a key of its own. */
    async 'code-bundle'(asked) {
      const target = targetIn(asked.get('bundle') ?? '', emulator.otpSigner)
      const { compressed } = ownKey()
      return { encryptedOtpBundle: await encryptedCode(asked.get('otp') ?? '', compressed, target) }
    },
    stamp: async (asked) => ({
      stamp: stampOf(keys.at(-1)?.secret ?? new Uint8Array(), asked.get('text') ?? ''),
    }),
    token: async (asked) => ({
      token: await emulator.issuer.token({
        sub: 'mallory',
        email: 'mallory@example.com',
        nonce: asked.get('nonce') ?? '',
      }),
    }),
    async passkey(asked) {
      passkey ??= await testAuthenticator()
      return passkey.create(asked.get('challenge') ?? '', { origin })
    },
    async 'payment-proof'(asked) {
      const { nonce, options } = JSON.parse(asked.get('details') ?? '')
      const assertion = await passkey?.get(options.challenge, { origin })
      return { proof: Buffer.from(JSON.stringify({ nonce, assertion })).toString('base64url') }
    },
    // The platform's own route, which creates quotes for the logged-in user without asking.
    async quote() {
      const quote = await service<{ readonly id: string }>('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: mallory.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      })
      quotes.push(quote.id)
      return quote
    },
    code: async () => ({ otp: emulator.inbox.latest(email)?.otp }),
  }
  const { otpSigner, exportSigner } = emulator
  const wallet = { accountId: account.id, keyDelivery, otpSigner, exportSigner }
  const files = isFramed ? framedFiles(site, wallet, pages) : harnessFiles(pages)
  handler = async (request) => {
    const { pathname, searchParams, origin: asked } = new URL(request.url)
    if (asked === walletOrigin && pathname.startsWith('/wallet/')) return backend(request)
    if (asked !== origin) return files(request) ?? new Response(null, { status: 404 })
    if (pathname === '/id-token') {
      const nonce = searchParams.get('nonce') ?? ''
      return new Response(await emulator.issuer.token({ sub: 'ada', email, nonce }))
    }
    const helper = helpers[pathname.replace('/help/', '')]
    if (helper) return Response.json(await helper(searchParams))
    return files(request) ?? new Response(null, { status: 404 })
  }
  const carriedOut: string[] = []
  const elsewhere = await serve(
    async (request) => {
      carriedOut.push(decodeURIComponent(request.url) + (await request.text()))
      return new Response('', { headers: { 'Access-Control-Allow-Origin': '*' } })
    },
    { port: 0 },
  )
  return {
    emulator,
    keyDelivery,
    accountId: account.id,
    email,
    origin,
    backend: isFramed ? `${walletOrigin}/wallet` : '/wallet',
    keys,
    carriedOut,
    quotes: () => quotes,
    refusals: () => refusals,
    otherOrigin: `http://localhost:${elsewhere.port}`,
    service,
    async close() {
      await served.close()
      await elsewhere.close()
    },
  }
}
