/** The row of a credential type: what the shared calls need to know about it. @module */
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

/** A credential that passed its checks and is not stored yet. */
export interface Registration {
  readonly wire: Pick<AuthMethod, 'nickname' | 'credentialId'>
  readonly proof: Pick<CredentialRecord, 'passkey' | 'identity'>
  /** The name of the creation in `payloadToSign`. */
  readonly activity: Activity
}

/** An accepted proof: the key to seal to, and how the session key is delivered. */
export interface Proven {
  readonly clientKey: Bytes
  readonly delivery: KeyDelivery
}

/** One credential type. Each member throws an `ApiError` where the interface has an error. */
export interface CredentialRow {
  /** Error code for a second one on an account; absent where there may be several. */
  readonly existsCode?: string
  /** Checks the body of a creation, on both legs. */
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
  /** Checks a proof and consumes what is single-use about it. */
  readonly prove: (
    call: Call<VerifyCredentialBody>,
    credential: CredentialRecord,
    body: VerifyCredentialBody,
  ) => Promise<Proven>
}
