/** Schemas and routes of sessions (Session; Endpoints, credentials and sessions). @module */
import * as v from 'valibot'
import { ClientPublicKey, SessionClientKey } from './client-public-key.js'
import type { CredentialType } from './credential-type.js'
import type { TypedRoute } from './route.js'
import {
  CredentialTypeSchema,
  id,
  listOfKnownTypes,
  looseObject,
  object,
  type Schema,
  Timestamp,
  text,
} from './schema.js'

/** A session in a list. `type`, `nickname` and `credentialId` are those of the credential that issued the session. */
export interface ListedSession {
  /** `Session:<uuid>` */
  readonly id: string
  readonly accountId: string
  readonly type: CredentialType
  readonly nickname: string
  /** Only if a PASSKEY credential issued the session. */
  readonly credentialId?: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt: string
}

/** A new session, in the answer to a verify or refresh call. */
export interface Session extends ListedSession {
  /**
   * The sealed session key: base58check of a compressed P-256 point, the ciphertext and its tag (wire-facts 1.1). The
   * service sends it only once. Absent if the session's key is the client key itself (wire-facts 11.1 [current]).
   */
  readonly encryptedSessionSigningKey?: string
}

/** A new session with a sealed key: what the service answers if `clientPublicKey` was uncompressed. */
export interface SealedSession extends Session {
  readonly encryptedSessionSigningKey: string
}

const sessionEntries = {
  id: id('Session'),
  accountId: id('InternalAccount'),
  type: CredentialTypeSchema,
  nickname: v.pipe(v.string(), v.maxLength(320)),
  credentialId: v.exactOptional(text(1400)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
}

export const ListedSession: Schema<ListedSession> = looseObject(sessionEntries)

const SealedKey: Schema<string> = text(1024)

export const Session: Schema<Session> = looseObject({
  ...sessionEntries,
  encryptedSessionSigningKey: v.exactOptional(SealedKey),
})

export const SealedSession: Schema<SealedSession> = looseObject({
  ...sessionEntries,
  encryptedSessionSigningKey: SealedKey,
})

/**
 * The active sessions of an account. The list is not paginated [reference]. It leaves out sessions of credential types
 * that this version does not know.
 */
export interface SessionList {
  readonly data: readonly ListedSession[]
}

/** `GET /auth/sessions?accountId=`. The query parameter is from the public API reference [reference]. */
export const listSessionsRoute: TypedRoute<undefined, SessionList, { query: 'accountId' }> = {
  operation: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  query: { accountId: 'InternalAccount' },
  answer: looseObject({ data: listOfKnownTypes(ListedSession) }),
}

/** Body of the refresh and export calls. The repeated call with the stamp has the same body [reference]. */
export interface ClientKeyBody {
  readonly clientPublicKey: string
}

export const ClientKeyBody: Schema<ClientKeyBody> = object({ clientPublicKey: ClientPublicKey })

const RefreshBody: Schema<ClientKeyBody> = object({ clientPublicKey: SessionClientKey })

/**
 * `POST /auth/sessions/{id}/refresh`: the service first answers 202 with a challenge without a `type` [reference]. The
 * caller then repeats the call with a stamp.
 */
export const refreshSessionRoute: TypedRoute<ClientKeyBody, Session, { params: 'id'; signed: 'retry' }> = {
  operation: 'refreshSession',
  method: 'POST',
  path: '/auth/sessions/{id}/refresh',
  params: { id: 'Session' },
  body: RefreshBody,
  status: 201,
  answer: Session,
  signed: 'retry',
}

/**
 * `DELETE /auth/sessions/{id}`: the stamp may come from any active session of the account, including the one that is
 * being revoked [reference].
 */
export const revokeSessionRoute: TypedRoute<undefined, undefined, { params: 'id'; signed: 'retry' }> = {
  operation: 'revokeSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  params: { id: 'Session' },
  status: 204,
  answer: v.undefined(),
  signed: 'retry',
}
