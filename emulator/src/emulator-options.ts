/** The options of an emulator, and their table. What depends on the deployment is checked with its facts. @module */
import {
  aBoolean,
  aFunction,
  aList,
  anObject,
  aRelyingPartyId,
  aText,
  checkOptions,
  having,
  type Option,
  type Options,
  oneOf,
  optional,
  positive,
  type ScaFactor,
  scaFactors,
  texts,
} from 'embedded-wallet-auth/wire'
import type {
  Behaviour,
  ChallengeEncoding,
  KeyDeliveryMode,
  Profile,
  RefreshForm,
} from './handler/behaviour.js'
import type { OtpForm } from './handler/context.js'
import type { Mode } from './handler/magic.js'
import type { WebhookOptions } from './handler/webhook-channel.js'
import type { TrustedIssuer } from './oidc/issuers.js'
import type { ApiToken } from './state/api-tokens.js'
import type { Mail } from './state/inbox.js'
import { type ScaOptions, someChallenges } from './state/records/authorizations.js'
import type { EmulatorClock } from './time/clock.js'

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

/**
 * Throws a `TypeError` for an option that cannot work or does not exist, also within another option. It names the
 * option.
 */
export function checkEmulatorOptions(options: EmulatorOptions): void {
  checkOptions(options, emulatorOptions)
  const { otp, sca, webhooks, issuers = [], apiTokens = [] } = options
  if (otp) checkOptions(otp, otpOptions, 'otp.')
  if (sca) checkOptions(sca, regionOptions, 'sca.')
  if (webhooks) {
    // Often an endpoint of a test, which has other members, too.
    const { url, hosts, fetch } = webhooks
    checkOptions<Record<keyof WebhookOptions, unknown>>({ url, hosts, fetch }, webhookOptions, 'webhooks.')
  }
  for (const [index, each] of issuers.entries())
    if (typeof each !== 'string') checkOptions(each, issuerOptions, `issuers[${index}].`)
  for (const [index, each] of apiTokens.entries()) checkOptions(each, tokenOptions, `apiTokens[${index}].`)
}

const elsewhere: Option = [() => true, '']
const maybeList = optional(aList)
const maybeTexts = optional(texts)
const maybeObject = optional(anObject)
const maybeFunction = optional(aFunction)

const isOrigin = (value: unknown): boolean =>
  typeof value === 'string' && (URL.canParse(value) ? new URL(value).origin === value : false)
const maybeOrigins: Option = optional([
  (value) => Array.isArray(value) && value.every(isOrigin),
  'a list of origins such as http://localhost:3000, without a path',
])

const emulatorOptions: Options<EmulatorOptions> = {
  profile: elsewhere,
  mode: elsewhere,
  clock: optional(having('now', 'after', 'advance')),
  origins: maybeOrigins,
  topOrigins: maybeOrigins,
  relyingPartyIds: optional([
    (value) => Array.isArray(value) && value.every((each) => aRelyingPartyId[0](each)),
    `a list of which each is ${aRelyingPartyId[1]}`,
  ]),
  issuers: maybeList,
  mailer: maybeFunction,
  otp: maybeObject,
  codesPerMinute: optional(positive('codes')),
  challengeEncoding: elsewhere,
  refresh: elsewhere,
  keyDelivery: elsewhere,
  unknowns: maybeObject,
  sca: maybeObject,
  newIndividuals: elsewhere,
  sandboxCalls: elsewhere,
  umaDomain: optional(aText),
  apiTokens: maybeList,
  webhooks: maybeObject,
  controlHosts: maybeTexts,
  fetch: maybeFunction,
  snapshot: optional([
    (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
    'a list of lines, as `snapshot()` returns them',
  ]),
  onChange: maybeFunction,
}

const whole = (from: number, to: number): Option => [
  (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  `a whole number from ${from} to ${to}`,
]
const otpOptions: Options<OtpForm> = {
  length: optional(whole(4, 12)),
  alphanumeric: optional(aBoolean),
  expirationSeconds: optional(whole(1, 86_400)),
}

/** The customers of a region have no apps whose secrets the emulator could know. */
const regionOptions: Options<NonNullable<EmulatorOptions['sca']>> = {
  factor: optional(oneOf(...scaFactors.filter((each) => each !== 'TOTP'))),
  challenges: someChallenges,
}
const webhookOptions: Options<WebhookOptions> = {
  url: optional([
    (value) => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value),
    'an http(s) address',
  ]),
  hosts: maybeTexts,
  fetch: maybeFunction,
}
const issuerOptions: Options<Exclude<TrustedIssuer, string>> = { issuer: aText, jwks: anObject }
const tokenOptions: Options<ApiToken> = { tokenId: aText, clientSecret: aText }
