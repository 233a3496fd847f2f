/**
 * Serves the whole stack on a separate port: harness page, backend and emulator, and a record of the requests.
 * @module
 */
import { type BackendOptions, createBackend, defaultOperations } from 'embedded-wallet-auth/backend'
import { serve } from 'embedded-wallet-auth/node'
import { createEmulator, type Emulator, type TrustedIssuer } from 'embedded-wallet-auth-emulator'
import { askAsPlatform, baseUrl } from '../src/wallet/fixtures/ask-as-platform.js'
import { framedFiles, framedSite, plainSite } from './support/framed-site.js'
import { harnessFiles, type PageSettings } from './support/harness-files.js'

/** A request as it arrived at the backend (`page`) or at the service (`service`), byte for byte. */
export interface Arrival {
  readonly at: 'page' | 'service'
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

type Provisioning = NonNullable<Parameters<Emulator['provision']>[0]>

export interface StackOptions {
  /** Default: as the profile has it. */
  readonly mode?: 'strict' | 'sandbox'
  /** The deployment that the service plays. It then takes keys and codes in all forms of that deployment. */
  readonly profile?: 'seed' | 'sandbox' | 'production'
  /** `false`: the wallet starts with no credential instead of an EMAIL_OTP. */
  readonly credential?: false
  /** How the customer authorizes payments. Default: payments do not wait for the customer. */
  readonly sca?: Provisioning['sca']
  /** How sessions get their keys, in the pages and at the service. Default: sealed pages, and a service with both. */
  readonly keyDelivery?: 'sealed' | 'client-held'
  readonly issuers?: readonly TrustedIssuer[]
  readonly pages?: PageSettings
  /** The wallet is in a frame of another origin of the same site. Default: in the page. */
  readonly place?: 'framed'
  /** Changes to the options of the backend. */
  readonly backend?: Partial<BackendOptions>
}

export interface ServedStack {
  readonly emulator: Emulator
  readonly accountId: string
  readonly phoneNumber: string
  readonly email: string
  /** The option of the pages. */
  readonly keyDelivery: 'sealed' | 'client-held'
  /** `http://localhost:PORT`. */
  readonly origin: string
  /** Returns the latest code that was sent. */
  otp(): string
  /** Returns what arrived, in the order of the answers. */
  arrivals(at: Arrival['at']): readonly Arrival[]
  /** Returns the ids of all sessions that were ever issued. */
  sessionIds(): readonly string[]
  /** Makes a call to the service with the platform's secret. */
  service<T>(method: string, path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

/** Sets up everything for one test. */
export async function serveStack(options: StackOptions = {}): Promise<ServedStack> {
  const arrivals: Arrival[] = []
  const sessionIds = new Set<string>()
  let handler = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const served = await serve((request) => handler(request), {
    port: 0,
    hosts: ['localhost', '127.0.0.1', 'platform.test', 'shop.site.localhost', 'wallet.site.localhost'],
  })
  const isFramed = options.place === 'framed'
  const site = isFramed ? framedSite(served.port) : plainSite(served.port)
  const { shop: origin, wallet: walletOrigin, domain } = site
  const { mode, profile, issuers = [], keyDelivery } = options
  const only = profile ? { profile } : keyDelivery && { keyDelivery }
  const emulator = createEmulator({
    ...{ origins: [walletOrigin], relyingPartyIds: [domain], topOrigins: [origin], issuers },
    ...(mode && { mode }),
    ...only,
  })
  const email = 'ada@example.com'
  const phoneNumber = '+15551234567'
  const { account } = await emulator.provision({
    email,
    phoneNumber,
    balance: 100_000_000,
    ...(options.sca && { sca: options.sca }),
    ...(options.credential === false && { credential: false as const }),
  })

  const recorded =
    (at: Arrival['at'], next: (request: Request) => Promise<Response>) =>
    async (request: Request): Promise<Response> => {
      const body = await request.clone().text()
      const response = await next(request)
      const { pathname, search } = new URL(request.url)
      const path = (pathname + search).replace(/^\/(wallet|2025-10-13)/, '')
      const { method, headers } = request
      arrivals.push({ at, method, path, headers: Object.fromEntries(headers), body, status: response.status })
      if (/\/(verify|refresh)$/.test(path) && (response.status === 200 || response.status === 201)) {
        // An answer that begins a session.
        const { id } = (await response.clone().json()) as { readonly id: string }
        sessionIds.add(id)
      }
      return response
    }

  const access: BackendOptions['service'] = {
    baseUrl,
    ...emulator.apiToken,
    fetch: recorded('service', (request) => emulator.fetch(request)),
  }
  const backend = recorded(
    'page',
    createBackend({
      service: access,
      authorize: async () => [account.id],
      relyingParty: { id: domain, name: 'Test platform' },
      origins: [walletOrigin],
      ...(isFramed && { topOrigins: [origin] }),
      allow: [...defaultOperations, 'exportWallet'],
      stepUp: false,
      limits: false,
      ...options.backend,
    }),
  )
  const { exportSigner, otpSigner } = emulator
  const held = keyDelivery === 'client-held' && { keyDelivery, otpSigner }
  const files = isFramed
    ? framedFiles(site, { accountId: account.id, exportSigner, ...held }, options.pages)
    : harnessFiles(options.pages)
  handler = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/wallet/')) return backend(request)
    if (pathname === '/id-token') {
      const nonce = searchParams.get('nonce') ?? ''
      return new Response(await emulator.issuer.token({ sub: 'ada', email, nonce }))
    }
    return files(request) ?? new Response(null, { status: 404 })
  }

  return {
    emulator,
    accountId: account.id,
    email,
    phoneNumber,
    keyDelivery: keyDelivery ?? 'sealed',
    origin,
    otp: () => emulator.inbox.latest(email)?.otp ?? '',
    arrivals: (at) => arrivals.filter((arrival) => arrival.at === at),
    sessionIds: () => [...sessionIds],
    service: (method, path, body) => askAsPlatform(emulator, method, path, body),
    close: served.close,
  }
}
