/** The row of a credential type, which contains everything in which the types differ. @module */
import type { Bytes } from '../../../encoding.js'
import type {
  AuthMethod,
  ChallengeBody,
  CreateCredentialBody,
  CredentialChallenge,
  VerifyCredentialBody,
} from '../../../wire/credentials.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import type { WalletAccount } from '../../handler/find-records.js'
import type { Activity } from '../../signed/payload.js'
import type { CredentialRecord } from '../../state/state.js'
import type { KeyDelivery } from '../sessions/issue.js'

/** A credential that has passed its checks but is not stored yet. */
export interface Registration {
  readonly wire: Pick<AuthMethod, 'nickname' | 'credentialId'>
  readonly proof: Pick<CredentialRecord, 'passkey' | 'identity'>
  /** The operation that `payloadToSign` describes: the creation of this credential. */
  readonly activity: Activity
}

/**
 * The result of an accepted proof: the client key to which the session key is sealed, and how the session key is
 * delivered.
 */
export interface Proven {
  readonly clientKey: Bytes
  readonly delivery: KeyDelivery
}

/** The row of one credential type in the table `methods`. To refuse a call, its functions throw an `ApiError`. */
export interface CredentialRow {
  /** The error code if the account already has a credential of this type. Absent if an account may have several. */
  readonly existsCode?: string
  /** Checks the body of a call that creates a credential. Runs on both legs. */
  readonly register: (
    context: Context,
    account: WalletAccount,
    body: CreateCredentialBody,
  ) => Promise<Registration>
  /** Runs after the credential was stored. */
  readonly registered?: (context: Context, credential: CredentialRecord) => Promise<void>
  readonly revocation: (account: WalletAccount, credential: CredentialRecord) => Activity
  readonly challenge: (
    context: Context,
    credential: CredentialRecord,
    body: ChallengeBody | undefined,
  ) => Promise<CredentialChallenge>
  /** Checks a proof. If the proof is accepted, the code or challenge that it answers becomes invalid. */
  readonly prove: (
    call: Call<VerifyCredentialBody>,
    credential: CredentialRecord,
    body: VerifyCredentialBody,
  ) => Promise<Proven>
}
