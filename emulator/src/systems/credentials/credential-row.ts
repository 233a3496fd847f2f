/** The row of a credential type: everything that differs between the types. @module */
import type {
  AuthMethod,
  Bytes,
  ChallengeBody,
  CreateCredentialBody,
  CreatedCredential,
  CredentialChallenge,
  ExistsCode,
  Session,
  VerifyCredentialBody,
} from 'embedded-wallet-auth/wire'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import type { WalletAccount } from '../../handler/find-records.js'
import type { Activity } from '../../signed/payload.js'
import type { CredentialRecord } from '../../state/state.js'
import type { KeyDelivery } from '../sessions/issue.js'

/** A checked credential that is not stored yet. */
export interface Registration {
  readonly wire: Pick<AuthMethod, 'nickname' | 'credentialId'>
  readonly proof: Pick<CredentialRecord, 'passkey' | 'identity'>
  /** The activity in `payloadToSign` that creates this credential. */
  readonly activity: Activity
}

/** The result of an accepted proof: the client key, and how the session key is delivered. */
export interface Proven {
  readonly clientKey: Bytes
  readonly delivery: KeyDelivery
}

/** A field of a customer to which codes are sent. */
export type Contact = 'email' | 'phoneNumber'

/** A row of the table `methods`. Its functions throw an `ApiError` to refuse a call. */
export interface CredentialRow {
  /** The error code for a second credential of this type. `undefined` if an account may have several. */
  readonly existsCode: ExistsCode | undefined
  /** The field of the customer to which codes are sent. `undefined` for a type without codes. */
  readonly contact: Contact | undefined
  /**
   * Checks the body of a call that creates a credential. Runs for the first request, and again for its signed retry.
   */
  readonly register: (
    context: Context,
    account: WalletAccount,
    body: CreateCredentialBody,
  ) => Promise<Registration>
  /** Called after the credential has been stored. Resolves with what the answer also has. */
  readonly registered?: (
    context: Context,
    credential: CredentialRecord,
  ) => Promise<Pick<CreatedCredential, 'otpEncryptionTargetBundle'>>
  readonly revocation: (account: WalletAccount, credential: CredentialRecord) => Activity
  readonly challenge: (
    context: Context,
    credential: CredentialRecord,
    body: ChallengeBody | undefined,
  ) => Promise<CredentialChallenge>
  /**
   * Checks a proof. An accepted one-time code or passkey challenge cannot be used again. Resolves with a result of the
   * call instead if the row itself issues the session.
   */
  readonly prove: (
    call: Call<VerifyCredentialBody>,
    credential: CredentialRecord,
    body: VerifyCredentialBody,
  ) => Promise<Proven | HandlerResult<Session>>
}
