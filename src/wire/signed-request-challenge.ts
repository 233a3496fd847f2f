/** Schemas of the 202 answer that asks for a stamp (Signed-request challenge; Signed-retry rules). @module */
import * as v from 'valibot'
import type { CredentialType } from './credential-type.js'
import {
  CredentialTypeSchema,
  looseObject,
  type Schema,
  Timestamp,
  text,
  withoutUnknownType,
} from './schema.js'

/**
 * The challenge of a signed request. The service executes the request only after the caller has repeated it with a
 * stamp.
 */
export interface SignedRequestChallenge {
  /**
   * The type of the credential that is added, revoked or verified. For the revocation of a session, the type of the
   * credential that issued the session. Absent for all other calls: export, privacy, refresh, customer and card calls
   * [reference].
   */
  readonly type?: CredentialType
  /** The text to stamp. It is opaque: sign it character for character as received, and never decode it. */
  readonly payloadToSign: string
  /** Opaque and single-use, with or without the prefix `Request:`. Send it back exactly as received. */
  readonly requestId: string
  /** The request must be repeated with a stamp before this time. */
  readonly expiresAt: string
}

/** The text to stamp. It must be well-formed Unicode, because UTF-8 cannot encode anything else. */
export const PayloadToSign: Schema<string> = v.pipe(text(65_536), v.regex(/^\P{Surrogate}*$/u))
/** The id of a challenge: 1 to 256 visible ASCII characters. */
export const RequestId: Schema<string> = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(256),
  v.regex(/^[!-~]+$/),
)

export const SignedRequestChallenge: Schema<SignedRequestChallenge> = withoutUnknownType(
  looseObject({
    type: v.exactOptional(CredentialTypeSchema),
    payloadToSign: PayloadToSign,
    requestId: RequestId,
    expiresAt: Timestamp,
  }),
)

/**
 * Whether an answer is a challenge. If so, the request has had no effect yet and must be repeated with a stamp.
 *
 * @example
 * const answer = await client.revokeSession({ id })
 * if (isChallenge(answer)) return Response.json(answer, { status: 202 })
 */
export function isChallenge(answer: unknown): answer is SignedRequestChallenge {
  return typeof answer === 'object' && answer !== null && 'payloadToSign' in answer && 'requestId' in answer
}
