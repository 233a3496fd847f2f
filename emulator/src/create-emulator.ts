/** Creates an emulator by connecting its state, clock, routes and server. @module */
import type { ScaFactor } from 'embedded-wallet-auth/wire'
import { answerControl, controlPath } from './control/answer-control.js'
import type { Controls } from './control/controls.js'
import { envelopeSigner, unsigned } from './crypto/export-envelope.js'
import { webhookSigner } from './crypto/webhook-signer.js'
import {
  type Behaviour,
  behaviourFrom,
  type ChallengeEncoding,
  type KeyDeliveryMode,
  type Profile,
  type RefreshForm,
} from './handler/behaviour.js'
import type { Context, OtpForm } from './handler/context.js'
import { type Mode, magicOf } from './handler/magic.js'
import { createChannel, type WebhookOptions } from './handler/webhook-channel.js'
import { createLedgerView, type LedgerView } from './money/ledger-view.js'
import { issuerKeys, issuerUrl, type TrustedIssuer } from './oidc/issuers.js'
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
import { createInbox, type Inbox, type Mail } from './state/inbox.js'
import type { ScaOptions } from './state/records/authorizations.js'
import { readSnapshot, snapshotOf } from './state/snapshot.js'
import { fund } from './systems/internal-accounts/accounts.js'
import { announceBalances } from './systems/webhooks/balances.js'
import { resumeDeliveries } from './systems/webhooks/deliver.js'
import { createWebhookLog, type WebhookLog } from './systems/webhooks/log.js'
import { aheadOf, type EmulatorClock, travellingClock } from './time/clock.js'
import { armTimer } from './time/scheduler.js'

/** Options for {@link createEmulator}. */
export interface EmulatorOptions {
  /**
   * Which deployment of the service the emulator plays. `seed` (default): the interface. `sandbox` and `production`:
   * the hosted ones, as far as they are known. The table of facts in the docs has each difference. Where nobody says
   * what a deployment does, the emulator is as strict as the strictest that is known.
   */
  readonly profile?: Profile
  /**
   * `strict` accepts only real proofs and stamps. `sandbox` also accepts the magic values of the profile's sandbox.
   * Default `strict`, or `sandbox` if that is the `profile`. With the profile `production`, `sandbox` is refused.
   */
  readonly mode?: Mode
  /** Default: a clock that follows real time and can be advanced. */
  readonly clock?: EmulatorClock
  /**
   * Origins from which WebAuthn ceremonies are accepted. Default: `http://localhost` without a port and with port 3000,
   * 4173 or 5173.
   */
  readonly origins?: readonly string[]
  /** Other origins whose pages may embed a page from `origins` in a frame. Default: none. */
  readonly topOrigins?: readonly string[]
  /** The relying-party ids for which passkeys are accepted. Default `['localhost']`. */
  readonly relyingPartyIds?: readonly string[]
  /** Identity providers that the emulator trusts, in addition to the built-in one. */
  readonly issuers?: readonly TrustedIssuer[]
  /**
   * Called with each mail and each text message after it has been stored in the inbox. If `mailer` rejects, the API
   * call that caused the message is answered with 500.
   */
  readonly mailer?: (mail: Mail) => Promise<void>
  /** The format and the lifetime of one-time codes. */
  readonly otp?: Partial<OtpForm>
  /** How many codes may be requested per minute for one credential. Further calls are answered with 429. Default 3. */
  readonly codesPerMinute?: number
  /**
   * The encoding of a passkey challenge (wire-facts 3.2). With `hex` (default) the challenge is sent as hex, and the
   * WebAuthn challenge is the UTF-8 bytes of that hex text. With `base64url` the challenge is sent as base64url, and
   * the WebAuthn challenge is the decoded bytes.
   */
  readonly challengeEncoding?: ChallengeEncoding
  /** How a session is refreshed. `signed` (default): by a signed retry. `direct`: by one request without a stamp. */
  readonly refresh?: RefreshForm
  /**
   * How sessions get their keys. `both`: the encoding of `clientPublicKey` selects, and a code may be sent as plain
   * text or encrypted. `sealed`: as the service was at the interface's date; compressed keys and encrypted codes are
   * refused. `client-held`: uncompressed keys and plain codes are refused, except for an export. Default: as the
   * profile has it, which is `both` for `seed`; the hosted deployments take both kinds of keys, and only encrypted
   * codes.
   */
  readonly keyDelivery?: KeyDeliveryMode
  /** Values of facts that the emulator plays instead of those of its profile. */
  readonly unknowns?: Partial<Behaviour>
  /**
   * How every customer of the EU and the EEA authorizes payments, by its `region`. Default: as the profile has it: not
   * at all for `seed`, otherwise by codes. The option `sca` of `provision()` decides for a single customer.
   */
  readonly sca?: Pick<ScaOptions, 'challenges'> & { readonly factor?: Exclude<ScaFactor, 'TOTP'> }
  /**
   * The `kycStatus` of a new individual whose request has none. Default: as the profile has it, which is `APPROVED`
   * except for `production`. An `UNVERIFIED` individual needs `POST /verifications`.
   */
  readonly newIndividuals?: Behaviour['newIndividuals']
  /**
   * Whether the calls under `/sandbox` exist, in either `mode`. With `off`, they are answered with 404. Default: as the
   * profile has it, which is `on` except for `production`.
   */
  readonly sandboxCalls?: Behaviour['sandboxCalls']
  /** The domain of the customers' UMA addresses. Default `uma.emulator.test`. */
  readonly umaDomain?: string
  /** The API tokens that the emulator accepts. Default: one random token. */
  readonly apiTokens?: readonly ApiToken[]
  /** Where webhooks are sent. Default: nowhere, until `PATCH /config` sets an endpoint. */
  readonly webhooks?: WebhookOptions
  /**
   * Host names, without port, under which the calls below `/emulator/` are answered, besides loopback ones. Default:
   * none.
   */
  readonly controlHosts?: readonly string[]
  /** Sends the requests of OpenID Connect discovery. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /**
   * The lines that another emulator's `snapshot()` returned. The new emulator starts with the same records, keys and
   * tokens. Unless `clock` is given, its clock offset is the same, too. It runs the jobs that have become due in
   * the meantime. Of the options, a snapshot contains only `apiTokens`, so pass the others again.
   */
  readonly snapshot?: Iterable<string>
  /**
   * Called when the state may have changed, often several times for one change. To persist the state, save a new
   * `snapshot()` each time.
   */
  readonly onChange?: () => void
}

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
