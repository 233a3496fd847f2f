/** Creates an emulator by connecting its state, clock, routes and server. @module */
import { answerControl, controlPath } from './control/answer-control.js'
import type { Controls } from './control/controls.js'
import { envelopeSigner, unsigned } from './crypto/export-envelope.js'
import { webhookSigner } from './crypto/webhook-signer.js'
import { checkEmulatorOptions, type EmulatorOptions } from './emulator-options.js'
import { type Behaviour, behaviourFrom, type Profile } from './handler/behaviour.js'
import type { Context } from './handler/context.js'
import { magicOf } from './handler/magic.js'
import { createChannel } from './handler/webhook-channel.js'
import { createLedgerView, type LedgerView } from './money/ledger-view.js'
import { issuerKeys, issuerUrl } from './oidc/issuers.js'
import { createTestIssuer, type TestIssuer } from './oidc/test-issuer.js'
import { createPage, isForPage } from './page/answer-page.js'
import { type Provisioned, type ProvisionOptions, provision } from './provision.js'
import { allRoutes, shownRoutes } from './server/all-routes.js'
import { createFaults, type Faults } from './server/faults.js'
import { jobs } from './server/jobs.js'
import { createFetch, type EmulatorFetch } from './server/pipeline.js'
import { createRequestLog, type LoggedRequest } from './server/request-log.js'
import { createRouter } from './server/router.js'
import type { ApiToken } from './state/api-tokens.js'
import { emptyState } from './state/empty-state.js'
import { createIdentity } from './state/identity.js'
import { createInbox, type Inbox } from './state/inbox.js'
import { readSnapshot, snapshotOf } from './state/snapshot.js'
import { fund } from './systems/internal-accounts/accounts.js'
import { announceBalances } from './systems/webhooks/balances.js'
import { resumeDeliveries } from './systems/webhooks/deliver.js'
import { createWebhookLog, type WebhookLog } from './systems/webhooks/log.js'
import { aheadOf, type EmulatorClock, travellingClock } from './time/clock.js'
import { armTimer } from './time/scheduler.js'

/** An emulator of the service that works offline. */
export interface Emulator {
  /**
   * Handles requests under the base path `/2025-10-13` on any origin. On a loopback host it also handles the calls
   * under `/emulator/`, which control the emulator: inbox, clock, faults, accounts, keys and reset.
   */
  readonly fetch: EmulatorFetch
  /**
   * Creates an account, and its customer unless `customerId` names one. By default the account is an embedded wallet
   * with an EMAIL_OTP credential.
   */
  readonly provision: (options?: ProvisionOptions) => Promise<Provisioned>
  /**
   * Credits an account immediately. `amount` is in the currency's smallest unit. Throws a `RangeError` unless the
   * account exists and `amount` is positive.
   */
  readonly fund: (accountId: string, amount: number | bigint) => void
  /** The mails that were sent. Each contains a one-time code. */
  readonly inbox: Inbox
  /** The emulator's clock, which can be advanced. */
  readonly clock: EmulatorClock
  /** Injects faults into later calls. */
  readonly faults: Faults
  /** Returns the latest 10,000 requests since the start or the last reset, oldest first. */
  readonly requests: () => readonly LoggedRequest[]
  /**
   * Deletes all records, mails, queued faults and logged requests. Keeps the keys, the time and the initial API tokens,
   * but not API tokens that calls have created.
   */
  readonly reset: () => void
  /**
   * Plays another deployment from now on. The records stay, and so do the options that choose values of facts.
   *
   * @throws TypeError for an unknown profile, or if `mode` is `sandbox` and the profile takes no magic values
   */
  readonly play: (profile: Profile) => void
  /** The deployment that the emulator plays now. */
  readonly profile: () => Profile
  /** What the emulator does about each fact now. */
  readonly facts: () => Behaviour
  /** The first of the API tokens that the emulator accepts. */
  readonly apiToken: ApiToken
  /**
   * The public key that verifies signed exports, in uncompressed SEC1 hex. Pass it to the library as its `exportSigner`
   * option.
   */
  readonly exportSigner: string
  /** The public key that verifies the target bundles of encrypted codes, in uncompressed SEC1 hex. */
  readonly otpSigner: string
  /** An identity provider whose ID tokens the emulator accepts. */
  readonly issuer: TestIssuer
  /**
   * Returns the private key that was sealed for a session, in lower-case hex, so that a test can check that the key
   * does not leak. Returns `undefined` for an unknown session, for a session whose sealed key is a stub, and for one
   * whose key the page made.
   */
  readonly sealedKeyOf: (sessionId: string) => string | undefined
  /** The balances of all accounts. */
  readonly ledger: LedgerView
  /** The webhooks that were published since the start or the last reset. */
  readonly webhooks: WebhookLog
  /** The public key that verifies webhooks, as SPKI in PEM. */
  readonly webhookPublicKey: string
  /**
   * Returns the emulator's state as lines of text, for the option `snapshot`. The lines contain the records, mails,
   * keys and API tokens, and how far the clock is ahead of real time. They do not contain the request log or the
   * queued faults. Read all lines immediately, before the state changes, and keep them secret.
   *
   * @example
   * const later = createEmulator({ snapshot: [...emulator.snapshot()] })
   */
  readonly snapshot: () => Iterable<string>
}

const localOrigins = [
  'http://localhost',
  'http://localhost:3000',
  'http://localhost:4173',
  'http://localhost:5173',
]

/**
 * Creates an emulator of the service. It answers as the service does, with real cryptography. It needs no network and
 * no account with the service.
 *
 * @example
 * const emulator = createEmulator({ clock: steppedClock() })
 * const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_50 })
 * await emulator.fetch(`http://service.test/2025-10-13/auth/credentials?accountId=${account.id}`, { headers })
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  checkEmulatorOptions(options)
  const restored = options.snapshot && readSnapshot(options.snapshot)
  const { issuers = [], mailer, onChange = () => {} } = options
  const clock = options.clock ?? travellingClock(restored?.identity.ahead)
  const { keys, platform, apiTokens } = createIdentity(restored?.identity, clock, options.apiTokens)
  const issuer = createTestIssuer(clock, keys.issuer)
  const trusted = [{ issuer: issuer.url, jwks: issuer.jwks }, ...issuers]
  /** The parts of the context that depend on the deployment. */
  const playing = (profile: Profile): Pick<Context, 'profile' | 'facts' | 'magic' | 'envelopeSigner'> => {
    const facts = behaviourFrom({ ...options, profile })
    const magic = magicOf[facts.magicValues](trusted.map(issuerUrl))
    const envelope = magic.exports === 'signed' ? envelopeSigner(keys.exports) : unsigned
    return { profile, facts, magic, envelopeSigner: envelope }
  }
  const signer = webhookSigner(keys.webhooks)
  const { inbox, deliver } = createInbox(restored?.mails)
  let revision = 0
  const touched = (): void => {
    revision += 1
  }
  const changed = (): void => {
    touched()
    onChange()
  }
  const { faults, take } = createFaults(clock, touched)
  const log = createRequestLog(clock, touched)
  const [apiToken] = apiTokens

  const context: Context = {
    state: restored?.state ?? emptyState(),
    clock,
    platform,
    ...playing(options.profile ?? 'seed'),
    origins: options.origins ?? localOrigins,
    topOrigins: options.topOrigins ?? [],
    relyingPartyIds: options.relyingPartyIds ?? ['localhost'],
    otp: { length: 6, alphanumeric: false, expirationSeconds: 300, ...options.otp },
    codesPerMinute: options.codesPerMinute ?? 3,
    umaDomain: options.umaDomain ?? 'uma.emulator.test',
    otpSigner: keys.otp,
    sca: options.sca,
    issuerKeys: issuerKeys(trusted, options.fetch ?? ((input, init) => globalThis.fetch(input, init))),
    webhooks: createChannel(clock, signer, options.webhooks ?? {}, changed),
    scheduler: {
      wakesAt: Number.POSITIVE_INFINITY,
      run(kind, id) {
        const done = jobs[kind](context, id)
        changed()
        return done
      },
    },
    mail: async (mail) => {
      deliver(mail)
      await mailer?.(mail)
    },
  }
  resumeDeliveries(context)
  armTimer(context)

  const controlHosts = options.controlHosts ?? []
  const answerPage = createPage(() => shownRoutes(context.facts), controlHosts)
  const answerCall = createFetch({
    clock,
    log,
    takeFault: take,
    route: createRouter(context, allRoutes, apiTokens),
    changed,
  })
  const emulator: Emulator = {
    fetch(input, init) {
      const request = new Request(input, init)
      if (isForPage(request)) return answerPage(request)
      const isControl = new URL(request.url).pathname.startsWith(controlPath)
      return isControl ? answerControl(request, controls) : answerCall(request)
    },
    async provision(wanted = {}) {
      const provisioned = provision(context, wanted)
      changed()
      return provisioned
    },
    fund(accountId, amount) {
      const account = context.state.accounts.get(accountId)
      if (!account || amount <= 0)
        throw new RangeError('fund() needs the id of an existing account and a positive amount.')
      fund(context, account, BigInt(amount))
      announceBalances(context)
      changed()
    },
    inbox,
    clock,
    faults,
    requests: log.all,
    reset() {
      context.state = emptyState()
      context.scheduler.wakesAt = Number.POSITIVE_INFINITY
      inbox.clear()
      faults.clear()
      log.clear()
      changed()
    },
    play(profile) {
      Object.assign(context, playing(profile))
      changed()
    },
    profile: () => context.profile,
    facts: () => context.facts,
    apiToken,
    exportSigner: envelopeSigner(keys.exports).publicKey,
    otpSigner: envelopeSigner(keys.otp).publicKey,
    issuer,
    sealedKeyOf: (sessionId) => context.state.sessions.get(sessionId)?.scalar,
    ledger: createLedgerView(() => context.state),
    webhooks: createWebhookLog(() => context.state),
    webhookPublicKey: signer.publicKeyPem,
    snapshot: () =>
      snapshotOf({
        identity: {
          ahead: aheadOf(clock),
          platform,
          keys: {
            exports: keys.exports.jwk,
            webhooks: keys.webhooks.jwk,
            issuer: keys.issuer.jwk,
            otp: keys.otp.jwk,
          },
          apiTokens,
        },
        state: context.state,
        mails: inbox.all(),
      }),
  }
  const controls: Controls = {
    ...emulator,
    context,
    controlHosts,
    revision: () => revision,
    callService: answerCall,
    clearRequests: log.clear,
  }
  return emulator
}
