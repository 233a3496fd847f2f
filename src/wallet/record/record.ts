/**
 * The stored record of an account and the commits that change it: pure functions.
 *
 * @module
 */
import type { CredentialType } from '../../wire/credential-type.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from '../crypto/client-key.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import type { SessionInfo, UnsettledQuote } from '../machine/machine.js'

/** A session with its key, as stored. */
export interface StoredSession extends SessionInfo, SessionKey {}

/** What the state shows of a session: everything but its keys. */
export const infoOf = (session: StoredSession): SessionInfo => {
  const { id, accountId, credential, type, nickname, expiresAt, authenticatedAt, publicKey } = session
  return { id, accountId, credential, type, nickname, expiresAt, authenticatedAt, publicKey }
}

/** An attempt to get a session, stored before its single-use call is sent. */
export interface Pending {
  /** Random. Every commit of this attempt checks it. */
  readonly attemptId: string
  readonly purpose: 'signIn' | 'refresh'
  readonly type: CredentialType
  readonly credential: string
  /** `awaiting`: a proof · `sent`: the answer may still come · `delivered`: the answer is here, not yet opened. */
  readonly phase: 'awaiting' | 'sent' | 'delivered'
  readonly proof?: 'otp' | 'oidcToken'
  readonly clientKey?: ClientKey
  /** The session that a refresh replaces. */
  readonly replaces?: string
  /** Of the session that a refresh replaces: a refresh is not a proof. */
  readonly authenticatedAt?: string
  /** ISO 8601, server's time: when another code may be sent. */
  readonly resendAt?: string
  readonly answer?: Session
  /** The page that runs the attempt. */
  readonly pageId: string
  /** Milliseconds, server's time: after that any tab may end the attempt. */
  readonly deadline: number
}

/** An execution of a quote that was sent, or is about to be, and whose outcome is not known. */
export interface Execution extends UnsettledQuote {
  /** The same for every send, in every tab, after a reload and after a refresh. */
  readonly idempotencyKey: string
  /** Sends of which no answer has said that they did nothing: lost ones, and those that are out. */
  readonly unanswered: number
}

/** What is stored for an account. */
export interface AccountRecord {
  readonly version: 1
  /** Grows by one with each commit. */
  readonly revision: number
  readonly session?: StoredSession
  readonly pending?: Pending
  /** By call (method and path): until when it must not be sent again, in milliseconds, server's time. */
  readonly cooldowns?: Readonly<Record<string, number>>
  /**
   * The server's time minus the device's, in milliseconds, as learned from the last answer. Without it a new tab with a
   * wrong device clock would misread the times above, and end another tab's session too early.
   */
  readonly clockOffset?: number
  /** The organization that the first signed operation named, once it had succeeded. No later payload may name another one. */
  readonly organizationId?: string
  /** Payments in doubt. They outlive the session. */
  readonly unsettled?: readonly Execution[]
  /** Ids of the quotes whose outcome was learned last, the newest at the end: they are read, and never sent again. */
  readonly settled?: readonly string[]
}

/** A change of the record. It returns `undefined` to leave the record as it is. */
export type Commit = (record: AccountRecord) => Omit<AccountRecord, 'version' | 'revision'> | undefined

/** Ends a session that was revoked, and a pending refresh of it. */
export const endSession =
  (sessionId: string): Commit =>
  ({ session, pending, ...rest }) => {
    if (session?.id !== sessionId) return undefined
    return pending === undefined || pending.replaces === sessionId ? rest : { ...rest, pending }
  }

/** Erases a session that has expired. A pending refresh of it stays: it may still deliver the next session. */
export const expireSession =
  (sessionId: string): Commit =>
  ({ session, ...rest }) =>
    session?.id === sessionId ? rest : undefined

/** Ends session and attempt, for a sign-out. Cooldowns stay. */
export const endAll: Commit = ({ session, pending, ...rest }) => (session || pending ? rest : undefined)

/** Erases what has expired: a session, an attempt that can no longer be finished, old cooldowns. */
export const sweep =
  (now: number, isUnderWay?: (pending: Pending) => boolean): Commit =>
  (record) => {
    const { session, pending, cooldowns = {}, ...rest } = record
    const live = session && Date.parse(session.expiresAt) > now ? session : undefined
    const isLeft = (pending: Pending): boolean | undefined =>
      pending.deadline > now || isOpenable(pending, now) || isUnderWay?.(pending)
    const due = pending && isLeft(pending) ? pending : undefined
    const kept = Object.entries(cooldowns).filter(([, time]) => time > now)
    if (live === session && due === pending && kept.length === Object.keys(cooldowns).length) return undefined
    return {
      ...rest,
      ...(live ? { session: live } : {}),
      ...(due ? { pending: due } : {}),
      ...(kept.length > 0 ? { cooldowns: Object.fromEntries(kept) } : {}),
    }
  }

/** Whether the answer has been delivered and its session has not expired. */
export const isOpenable = (pending: Pending, now: number): boolean =>
  pending.phase === 'delivered' && pending.answer !== undefined && Date.parse(pending.answer.expiresAt) > now
