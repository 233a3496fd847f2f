/** Groups of error codes, from which the codes of each method of a wallet are put together. @module */
import type {
  CeremonyErrorCode,
  SealedKeyErrorCode,
  SessionErrorCode,
  TransportErrorCode,
} from '../../errors.js'

/** The codes of every method that sends something. */
export type Sent =
  | Exclude<TransportErrorCode, 'OUTCOME_UNKNOWN'>
  | 'STEP_UP_REQUIRED'
  | 'CANCELLED'
  | 'DISPOSED'

/** The codes of a method whose call takes effect each time it is sent. */
export type SentOnce = Sent | 'OUTCOME_UNKNOWN'

/** The codes of every operation that needs the user's stamp. */
export type Stamped =
  | SentOnce
  | Extract<SessionErrorCode, `SESSION_${string}` | `CONFIRMATION_${string}`>
  | 'CHALLENGE_EXPIRED'
  | 'PAYLOAD_REFUSED'

/** The codes of a flow, of which an account has one at a time. */
export type Flow = SentOnce | 'SUPERSEDED' | 'BUSY'

/** What may go wrong in the browser's dialog. */
export type PasskeyDialog = Exclude<CeremonyErrorCode, `OIDC_${string}` | 'INPUT_INVALID' | 'PASSKEY_EXISTS'>

/** What may go wrong with an ID token. */
export type IdToken = Extract<CeremonyErrorCode, `OIDC_${string}`>

/** What may go wrong with the key of a new session. */
export type NewSession =
  | Extract<SealedKeyErrorCode, `SEALED_KEY_${string}`>
  | 'KEY_DELIVERY_CONTRADICTED'
  | 'KEY_DELIVERY_REFUSED'
  | 'WEBCRYPTO_UNUSABLE'

/** What may go wrong with a code that is encrypted, or with a challenge that names a key. */
export type HeldKey = Extract<SealedKeyErrorCode, `OTP_${string}`> | 'OTP_SIGNER_REQUIRED' | 'PAYLOAD_REFUSED'

/** What may go wrong when the credential is looked up. */
export type Which = 'CREDENTIAL_NOT_FOUND' | 'CREDENTIAL_AMBIGUOUS'
