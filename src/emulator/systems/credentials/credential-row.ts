/** The row of a credential type. It contains everything that differs between the types. @module */
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
  /** The creation of this credential, as the operation that `payloadToSign` describes. */
  readonly activity: Activity
}

/** The result of an accepted proof: the client key, and how the session key is delivered. */
export interface Proven {
  readonly clientKey: Bytes
  readonly delivery: KeyDelivery
}

/** One credential type, as a row of the table `methods`. The functions throw an `ApiError` to refuse a call. */
export interface CredentialRow {
  /** The error code if the account already has a credential of this type. Absent if an account may have several. */
  readonly existsCode?: string
  /** Checks the body of a call that creates a credential. Runs on both legs of a signed retry. */
  readonly register: (
    context: Context,
    account: WalletAccount,
    body: CreateCredentialBody,
  ) => Promise<Registration>
  /** Called after the credential was stored. */
  readonly registered?: (context: Context, credential: CredentialRecord) => Promise<void>
  readonly revocation: (account: WalletAccount, credential: CredentialRecord) => Activity
  readonly challenge: (
    context: Context,
    credential: CredentialRecord,
    body: ChallengeBody | undefined,
  ) => Promise<CredentialChallenge>
  /** Checks a proof. An accepted proof invalidates the code or the challenge that it answers. */
  readonly prove: (
    call: Call<VerifyCredentialBody>,
    credential: CredentialRecord,
    body: VerifyCredentialBody,
  ) => Promise<Proven>
}
