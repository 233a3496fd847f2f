/** Puts the demo's platform, backend and emulator behind one handler. @module */
import { createBackend, defaultOperations } from 'embedded-wallet-auth/backend'
import {
  createEmulator,
  type Emulator,
  type EmulatorClock,
  type Mode,
  type Profile,
} from 'embedded-wallet-auth-emulator'
import { nowHeader, proofMaxAge } from '../contract.js'
import { createAgentBook, type SavedBook } from './agents/agent-book.js'
import { agentRoutes } from './agents/agent-routes.js'
import { createExampleAgent } from './agents/example-agent.js'
import { paymentRoutes } from './agents/payment-routes.js'
import { pocketRoutes } from './agents/pocket-routes.js'
import type { AgentPlatform } from './agents/read-agents.js'
import { createAuditLog } from './audit-log.js'
import { type Cast, provisionCast } from './cast.js'
import { identityRoutes } from './identity-routes.js'
import { createLies } from './lies.js'
import { createLogins, type Logins } from './logins.js'
import { platformRoutes } from './platform-routes.js'
import { createQuotedPayments, type SavedPayments } from './quoted-payments.js'
import { createDemoRouter } from './router.js'
import { createServiceCalls } from './service.js'
import { walletPage } from './wallet-page.js'
import { createWireLog } from './wire-log.js'
import { createWorkbenchFeed } from './workbench-feed.js'
import { workbenchRoutes } from './workbench-routes.js'

/** The options of the demo. All are optional. */
export interface DemoOptions {
  /** Default `strict`: everything is checked as in production. */
  readonly mode?: Mode
  /** The deployment of the service that is played. Default `seed`, the interface. */
  readonly profile?: Profile
  /** Default: real time, plus the time by which the clock was advanced. */
  readonly clock?: EmulatorClock
  /** The page's origins. Their host is the relying party. Default: `localhost` on Vite's two ports. */
  readonly origins?: readonly string[]
  /** The origin of the wallet's own page, which pages of the other origins show in a frame. Default: there is none. */
  readonly walletOrigin?: string
  /** The platform's logins. Default: logins with a cookie. */
  readonly logins?: Logins
  /** The state of an earlier demo, to continue from. */
  readonly saved?: Saved
  /** Called when `save` may return something new. One change often causes several calls. */
  readonly onChange?: () => void
}

/** The state of a demo, as plain data that can be cloned. It contains the secrets of fictional people. */
export interface Saved {
  readonly snapshot: readonly string[]
  readonly profile: Profile
  readonly cast: Cast
  readonly payments: SavedPayments
  readonly book: SavedBook
  /** The example agent's tokens, by agent id. */
  readonly tokens: ReadonlyMap<string, string>
}

/** The demo's server side. */
export interface Demo {
  /** Answers `/wallet/*`, `/demo/*` and the emulator's control calls, and everything else with 404. Never rejects. */
  readonly handler: (request: Request) => Promise<Response>
  readonly emulator: Emulator
  /** Returns the people of the demo. `startOver` creates them again. */
  readonly cast: () => Cast
  /** Deletes everything, and creates all people again. Nobody is logged in afterwards. */
  readonly startOver: () => Promise<void>
  readonly save: () => Saved
}

// No server has this address. The emulator answers in this process.
const service = 'http://service.test/2025-10-13'

/**
 * Creates the demo.
 *
 * @example
 * const { handler, emulator } = await createDemo({ origins: ['http://localhost:5173'] })
 */
export async function createDemo(options: DemoOptions = {}): Promise<Demo> {
  const { mode = 'strict', clock, walletOrigin } = options
  const parents = options.origins ?? ['http://localhost:5173', 'http://localhost:4173']
  const origins = walletOrigin === undefined ? parents : [...parents, walletOrigin]
  const { logins = createLogins(), saved, onChange } = options
  const profile = saved?.profile ?? options.profile
  const host = new URL(origins[0] ?? 'http://localhost').hostname
  const emulator = createEmulator({
    mode,
    origins,
    relyingPartyIds: [host],
    controlHosts: [host],
    ...(profile && { profile }),
    ...(clock && { clock }),
    ...(saved && { snapshot: saved.snapshot }),
    ...(onChange && { onChange }),
  })
  const payments = createQuotedPayments(saved?.payments)
  const changed = (): void => feed.changed()
  const lies = createLies(emulator.clock.now, changed)
  const wire = createWireLog(emulator.clock.now, '/2025-10-13', changed)
  const audit = createAuditLog((accountId) => cast.names.get(accountId), changed)
  const feed = createWorkbenchFeed({ emulator, wire, audit, lies })
  const access = {
    baseUrl: service,
    ...emulator.apiToken,
    fetch: wire.through('backend → service', (request) => emulator.fetch(request)),
  }
  // The wire log does not show the calls that set up the demo.
  const quietly = createServiceCalls({ ...access, fetch: (request) => emulator.fetch(request) })
  let cast = saved?.cast ?? (await provisionCast(emulator, quietly))
  const book = createAgentBook(saved?.book)
  const example = createExampleAgent(
    { baseUrl: service, fetch: wire.through('agent → service', (request) => emulator.fetch(request)) },
    saved?.tokens,
  )

  const startOver = async (): Promise<void> => {
    emulator.reset()
    logins.clear()
    payments.clear()
    book.clear()
    example.clear()
    cast = await provisionCast(emulator, quietly)
    wire.clear()
    audit.clear()
    lies.clear()
  }

  const platform: AgentPlatform = {
    mode,
    emulator,
    logins,
    payments,
    service: createServiceCalls(access),
    cast: () => cast,
    ...(walletOrigin !== undefined && {
      framing: { page: `${walletOrigin}${walletPage}`, parent: parents[0] ?? '' },
    }),
    quietly,
    book,
    example,
  }
  const honest = createBackend({
    service: access,
    authorize: async (request) => {
      const customer = cast.customers.get(logins.personOf(request) ?? '')
      return customer && [customer.accountId]
    },
    loginSession: async (request) => logins.sessionOf(request),
    relyingParty: { id: host, name: 'Heron' },
    origins,
    ...(walletOrigin !== undefined && { topOrigins: parents }),
    payeeOf: ({ destination }) => cast.receivers.find(({ id }) => id === destination['accountId'])?.name,
    basePath: '/wallet',
    allow: [...defaultOperations, 'exportWallet'],
    stepUp: { maxAge: proofMaxAge },
    onEvent: audit.enter,
    clock: emulator.clock,
  })
  const backend = wire.through('page → backend', async (request) => lies.told(await honest(request)))
  const routes = createDemoRouter(
    {
      ...platformRoutes(platform),
      ...identityRoutes(platform),
      ...agentRoutes(platform),
      ...paymentRoutes(platform),
      ...pocketRoutes(platform),
      ...workbenchRoutes(feed, lies, startOver),
    },
    origins,
  )

  const answerAt = async (pathname: string, request: Request): Promise<Response> => {
    if (pathname.startsWith('/wallet/')) return backend(request)
    if (pathname.startsWith('/emulator/')) {
      // The workbench reads after each change, so its reading must not count as one.
      return emulator.fetch(request).finally(() => request.method !== 'GET' && changed())
    }
    const answer = await routes(request)
    return pathname === '/demo/quotes' ? lies.told(answer) : answer
  }

  return {
    emulator,
    cast: () => cast,
    startOver,
    save: () => ({
      snapshot: [...emulator.snapshot()],
      profile: emulator.profile(),
      cast,
      payments: payments.saved(),
      book: book.saved(),
      tokens: example.tokens(),
    }),
    handler: async (request) => {
      const { pathname } = new URL(request.url)
      const response = await answerAt(pathname, request)
      // The headers show the emulator's time. Once its clock is advanced, real time would contradict its answers.
      const now = emulator.clock.now()
      if (!response.headers.has('Date')) response.headers.set('Date', new Date(now).toUTCString())
      response.headers.set(nowHeader, String(now))
      return response
    },
  }
}
