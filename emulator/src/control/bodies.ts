/** The schemas for the request bodies of the control calls. @module */
import {
  CountryCode,
  EmailAddress,
  looseObject,
  PhoneNumber,
  type Profile,
  profiles,
  type Schema,
  scaFactors,
} from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import type { TokenClaims } from '../oidc/test-issuer.js'
import type { ProvisionOptions } from '../provision.js'
import type { Fault } from '../server/faults.js'
import type { ScaOptions } from '../state/records/authorizations.js'

/** A call that the emulator's page sends to the service. */
export interface WantedCall {
  readonly method: string
  /** The path after the base path, with the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** The body of a call without parameters: an empty object. */
export const Nothing: Schema<object> = v.strictObject({})
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(320))

/** How far to advance the clock, in milliseconds, up to 100 years. */
export const Advance: Schema<{ advance: number }> = v.strictObject({
  advance: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100 * 366 * 86_400_000)),
})

/** A fault to queue. `call` is a method and a path, such as `POST /quotes`. */
export const WantedFault: Schema<{ call: string; fault: Fault }> = v.strictObject({
  call: v.pipe(v.string(), v.regex(/^[A-Z]+ \/\S*$/)),
  fault: v.strictObject({
    answer: v.exactOptional(v.literal('lost')),
    drop: v.exactOptional(v.literal(true)),
    delay: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    status: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(200), v.maxValue(599))),
    code: v.exactOptional(Text),
    retryAfter: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    body: v.exactOptional(v.unknown()),
  }),
})

/** The deployment to play. */
export const WantedProfile: Schema<{ profile: Profile }> = v.strictObject({ profile: v.picklist(profiles) })

/** The account to credit, and the amount in the smallest unit of the account's currency. */
export const Funding: Schema<{ accountId: string; amount: number }> = v.strictObject({
  accountId: Text,
  amount: Amount,
})

/** The option `sca` of `provision()`. */
export const Sca: Schema<ScaOptions> = v.strictObject({
  factor: v.exactOptional(v.picklist(scaFactors)),
  challenges: v.exactOptional(v.picklist([1, 2])),
  totpSecret: v.exactOptional(Text),
  session: v.exactOptional(v.literal('missing')),
})

/** The options of `provision()`. */
export const WantedAccount: Schema<ProvisionOptions> = v.strictObject({
  customerId: v.exactOptional(Text),
  email: v.exactOptional(EmailAddress),
  phoneNumber: v.exactOptional(PhoneNumber),
  region: v.exactOptional(CountryCode),
  sca: v.exactOptional(Sca),
  fullName: v.exactOptional(Text),
  platformCustomerId: v.exactOptional(Text),
  balance: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  currency: v.exactOptional(Text),
  accountType: v.exactOptional(v.picklist(['EMBEDDED_WALLET', 'INTERNAL_FIAT', 'INTERNAL_CRYPTO'])),
  credential: v.exactOptional(v.literal(false)),
})

/** The claims of an ID token. */
export const Claims: Schema<TokenClaims> = looseObject({
  sub: Text,
  email: v.exactOptional(Text),
  nonce: v.exactOptional(Text),
  iat: v.exactOptional(v.number()),
  exp: v.exactOptional(v.number()),
  aud: v.exactOptional(v.union([Text, v.array(Text)])),
})

/** The schema of {@link WantedCall}. Header values may contain only printable ASCII. */
export const WantedCall: Schema<WantedCall> = v.strictObject({
  method: v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: v.pipe(v.string(), v.regex(/^\/\S*$/), v.maxLength(8_192)),
  headers: v.exactOptional(
    v.record(v.pipe(v.string(), v.regex(/^[\w-]+$/)), v.pipe(v.string(), v.regex(/^[ -~]*$/))),
  ),
  body: v.exactOptional(v.unknown()),
})
