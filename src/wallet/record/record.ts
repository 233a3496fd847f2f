/** The stored record of an account, and the commits that end its sessions and attempts. Pure functions. @module */
import type { CredentialType } from '../../wire/credential-type.js'
import type { Session } from '../../wire/sessions.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import type { AttemptKey, KeyDeliveryMode } from '../crypto/key-delivery.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import type { SessionInfo, UnsettledQuote } from '../machine/machine.js'

/** A session with its key, as stored. */
export interface StoredSession extends SessionInfo, SessionKey {}

/** The part of a session that the state shows: everything except its `CryptoKey`s. */
export const infoOf = (session: StoredSession): SessionInfo => {
  const { id, accountId, credential, type, nickname, expiresAt, authenticatedAt, publicKey } = session
  return { id, accountId, credential, type, nickname, expiresAt, authenticatedAt, publicKey }
}

/** An attempt to get a session, stored before its single-use call is sent. */
export interface Pending {
  /** Random. Every commit of this attempt checks that the record still contains this id. */
  readonly attemptId: string
  readonly type: CredentialType
  readonly credential: string
  /** When the attempt began, or began to await another proof: milliseconds since 1970, server time. */
  readonly since?: number
  /**
   * `awaiting`: a proof is awaited. `sent`: the answer may still arrive. `delivered`: the answer is stored but not
   * opened yet.
   */
  readonly phase: 'awaiting' | 'sent' | 'delivered'
  readonly proof?: 'otp' | 'oidcToken'
  readonly clientKey?: AttemptKey
  /** How the session's key arrives, chosen when the attempt began. Default: `sealed`. */
  readonly keyDelivery?: KeyDeliveryMode
  /** The bundle of the last code, to which that code is encrypted (wire-facts 11.2). */
  readonly otpBundle?: string
  /** The service has accepted the encrypted code, and asks for a stamp by the client key. */
  readonly confirmation?: CodeConfirmation
  /**
   * Only for a client-held key: when the call was sent whose answer is the session. If that answer is lost, the session
   * can be found in the list. Milliseconds since 1970, server time.
   */
  readonly sentAt?: number
  /** Only for a refresh: the id of the session that it replaces. */
  readonly replaces?: string
  /**
   * When the person gave the proof, if `answer` does not say it. For a refresh, `authenticatedAt` of the session that
   * it replaces; for a session that was found in the list, the time at which that one began.
   */
  readonly authenticatedAt?: string
  /** When another code may be sent: ISO 8601, server time. */
  readonly resendAt?: string
  readonly answer?: Session
  /** The page that runs the attempt. */
  readonly pageId: string
  /** The time after which any tab may end the attempt: milliseconds since 1970, server time. */
  readonly deadline: number
}

/** The first answer to an encrypted code, with the body that has to be sent again. */
export interface CodeConfirmation
  extends Pick<SignedRequestChallenge, 'payloadToSign' | 'requestId' | 'expiresAt'> {
  readonly body: string
}

/** An execution of a quote that was sent or is about to be sent, and whose outcome is not known. */
export interface Execution extends UnsettledQuote {
  /** The same key for every send: in every tab, after a reload and after a refresh of the session. */
  readonly idempotencyKey: string
  /** How many sends may have taken effect: all except those that certainly had no effect. */
  readonly unanswered: number
}

/**
 * A session that this browser no longer uses, and that may still be valid at the service. It is still to be revoked.
 */
export interface Superseded {
  readonly id: string
  /** ISO 8601, server time. After that there is nothing to revoke. */
  readonly expiresAt: string
  /** How often a tab has tried to revoke it. */
  readonly tries?: number
  /** The time before which no tab tries again: milliseconds since 1970, server time. */
  readonly after?: number
}

/** The reasons why a session ends. */
export const endReasons = ['signed-out', 'expired', 'revoked'] as const
export type EndReason = (typeof endReasons)[number]

/** What is stored for an account. */
export interface AccountRecord {
  readonly version: 1
  /** Grows by one with each commit. */
  readonly revision: number
  readonly session?: StoredSession
  /** Only without a session: why the last one ended, or `signed-out` if the user has signed out since. */
  readonly ended?: EndReason
  /** A sign-in that is not finished. */
  readonly pending?: Pending
  /** A refresh that is not finished. It has its own slot, so that a refresh and a sign-in do not block each other. */
  readonly refresh?: Pending
  /** Sessions that others have replaced here, or that were signed out of, until they have been revoked or expire. */
  readonly superseded?: readonly Superseded[]
  /** When each call (method and path) may be sent again after a 429: milliseconds since 1970, server time. */
  readonly cooldowns?: Readonly<Record<string, number>>
  /**
   * The server's time minus the device's, in milliseconds, as learned from answers. Without it, on a device whose clock
   * is wrong, a new tab would misread the times in the record and end another tab's session too early.
   */
  readonly clockOffset?: number
  /** Named by the first successful signed operation. Later payloads must name the same organization. */
  readonly organizationId?: string
  /** Payments whose outcome is not known. They outlive the session. */
  readonly unsettled?: readonly Execution[]
  /** Ids of the quotes whose outcome was learned last, newest last. These are never sent again, only read. */
  readonly settled?: readonly string[]
}

/** A change of the record. It returns `undefined` to leave the record as it is. */
export type Commit = (record: AccountRecord) => Omit<AccountRecord, 'version' | 'revision'> | undefined

/** The record that a change leads to: its next revision. */
export const following = (before: AccountRecord, next: NonNullable<ReturnType<Commit>>): AccountRecord => ({
  ...next,
  version: 1,
  revision: before.revision + 1,
})

/** Removes a session that was revoked, and a refresh of it. */
export const endSession =
  (sessionId: string): Commit =>
  ({ session, ...rest }) =>
    session?.id === sessionId
      ? superseding(({ refresh, ...left }) => ({ ...left, ended: 'revoked' }))(rest)
      : undefined

/** Erases a session that has expired. A pending refresh of it stays, because it may still deliver the next session. */
export const expireSession =
  (sessionId: string): Commit =>
  ({ session, ...rest }) =>
    session?.id === sessionId ? { ...rest, ended: 'expired' } : undefined

/** Ends the session and all attempts, for a sign-out. Everything else stays. */
export const endAll: Commit = superseding(({ session, pending, refresh, ...rest }) =>
  session || pending || refresh ? { ...rest, ended: 'signed-out' } : undefined,
)

/**
 * Adds to `superseded` each session that leaves the record with this change: one that was used, and one whose answer
 * was stored but not opened. So no session that this browser knows is left valid at the service without being listed.
 */
export function superseding(change: Commit): Commit {
  return (record) => {
    const next = change(record)
    const kept = next && known(next).map(({ id }) => id)
    const left = known(record).filter(({ id }) => kept?.includes(id) === false)
    return next && supersede(next, left)
  }
}

const known = ({ session, pending, refresh }: Pick<AccountRecord, 'session' | 'pending' | 'refresh'>) =>
  [session, pending?.answer, refresh?.answer].flatMap((each) => each ?? [])

/** Adds sessions to `superseded`. */
export const supersede = <R extends Pick<AccountRecord, 'superseded'>>(
  record: R,
  sessions: readonly Superseded[],
): R => {
  const entries = sessions.map(({ id, expiresAt }) => ({ id, expiresAt }))
  // In the core, `superseded` is as it is stored, and may be anything.
  return entries[0] ? { ...record, superseded: [record.superseded ?? [], entries].flat() } : record
}
