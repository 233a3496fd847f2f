/**
 * The one stored record of an account, its guard, and the commits that change it: pure functions. Long because the guards
 * of one record are read together. @module
 */
import type { CredentialType } from '../../wire/credential-type.js'
import type { Session } from '../../wire/sessions.js'
import type { ClientKey } from '../crypto/client-key.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import type { SessionInfo, UnsettledQuote } from '../machine/machine.js'

/** A session with its key, as stored. */
export interface StoredSession extends SessionInfo, SessionKey {}

/** What the state says of a session: everything but its keys. */
export const infoOf = (session: StoredSession): SessionInfo => {
  const { id, accountId, credential, type, nickname, expiresAt, publicKey } = session
  return { id, accountId, credential, type, nickname, expiresAt, publicKey }
}

/** An attempt to get a session, journaled before its single-use call is sent. */
export interface Pending {
  /** Random: the identity that guards every commit of this attempt. */
  readonly attemptId: string
  readonly purpose: 'signIn' | 'refresh'
  readonly type: CredentialType
  readonly credential: string
  /** `awaiting` a proof · `sent`: the answer may come once · `delivered`: the answer is here, unopened. */
  readonly phase: 'awaiting' | 'sent' | 'delivered'
  readonly proof?: 'otp' | 'oidcToken'
  readonly clientKey?: ClientKey
  /** The session that a refresh replaces. */
  readonly replaces?: string
  /** ISO 8601: when another code may be asked for. */
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

/** What IndexedDB holds for an account. */
export interface AccountRecord {
  readonly version: 1
  /** Grows with each commit; only tells other tabs to read again. */
  readonly revision: number
  readonly session?: StoredSession
  readonly pending?: Pending
  /** Call → milliseconds, server's time, before which it is not sent again. */
  readonly cooldowns?: Readonly<Record<string, number>>
  /**
   * Server's time minus the device's, in milliseconds, as last learned from an answer. Every moment above is the server's:
   * a tab that has seen no answer yet would end another tab's session by a wrong device clock.
   */
  readonly clockOffset?: number
  /** Payments in doubt. They outlive the session. */
  readonly unsettled?: readonly Execution[]
  /** Ids of the quotes whose outcome was learned last, the newest at the end: they are read, and never sent again. */
  readonly settled?: readonly string[]
}

/** A change of the record: `undefined` leaves it alone. */
export type Commit = (record: AccountRecord) => Omit<AccountRecord, 'version' | 'revision'> | undefined

/** Ends a session that was revoked. A refresh of it under way ends with it. */
export const endSession =
  (sessionId: string): Commit =>
  ({ session, pending, ...rest }) => {
    if (session?.id !== sessionId) return undefined
    return pending === undefined || pending.replaces === sessionId ? rest : { ...rest, pending }
  }

/** Erases a session past its time. A refresh of it under way may still bring the next one. */
export const expireSession =
  (sessionId: string): Commit =>
  ({ session, ...rest }) =>
    session?.id === sessionId ? rest : undefined

/** Ends session and attempt: sign-out. Cooldowns stay. */
export const endAll: Commit = ({ session, pending, ...rest }) => (session || pending ? rest : undefined)

/** Erases what has expired: a session, an attempt that no page can finish, old cooldowns. */
export const sweep =
  (now: number, isUnderWay: (pending: Pending) => boolean = () => false): Commit =>
  (record) => {
    const { session, pending, cooldowns = {}, ...rest } = record
    const live = session && Date.parse(session.expiresAt) > now ? session : undefined
    const isLeft = (pending: Pending): boolean =>
      pending.deadline > now || isOpenable(pending, now) || isUnderWay(pending)
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

/** Delivered, and worth opening: the session inside has not expired. */
export const isOpenable = (pending: Pending, now: number): boolean =>
  pending.phase === 'delivered' && pending.answer !== undefined && Date.parse(pending.answer.expiresAt) > now
