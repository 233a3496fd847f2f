/** The row of a credential type: everything in which the types differ. @module */
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

/** A credential that has passed its checks and is not stored yet. */
export interface Registration {
  readonly wire: Pick<AuthMethod, 'nickname' | 'credentialId'>
  readonly proof: Pick<CredentialRecord, 'passkey' | 'identity'>
  /** What `payloadToSign` says about the creation. */
  readonly activity: Activity
}

/** The result of an accepted proof: the client key to seal to, and how the session key is delivered. */
export interface Proven {
  readonly clientKey: Bytes
  readonly delivery: KeyDelivery
}

/** One credential type. Its functions throw the interface's errors as an `ApiError`. */
export interface CredentialRow {
  /** Error code for a second credential of the type on one account; absent if an account may have several. */
  readonly existsCode?: string
  /** Checks the body of a creation; called on both legs. */
  readonly register: (
    context: Context,
    account: WalletAccount,
    body: CreateCredentialBody,
  ) => Promise<Registration>
  /** Runs once the credential is stored. */
  readonly registered?: (context: Context, credential: CredentialRecord) => Promise<void>
  readonly revocation: (account: WalletAccount, credential: CredentialRecord) => Activity
  readonly challenge: (
    context: Context,
    credential: CredentialRecord,
    body: ChallengeBody | undefined,
  ) => Promise<CredentialChallenge>
  /** Checks a proof, and invalidates the code or challenge that it answers. */
  readonly prove: (
    call: Call<VerifyCredentialBody>,
    credential: CredentialRecord,
    body: VerifyCredentialBody,
  ) => Promise<Proven>
}
