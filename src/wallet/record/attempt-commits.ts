/**
 * The guarded commits of an attempt, from its first entry in the record until its session is stored or it ends. Pure
 * functions.
 * @module
 */
import type { Commit, Pending, StoredSession } from './record.js'

/**
 * Puts a new attempt into the pending slot. Refused while the answer to another attempt may still arrive or has not
 * been opened, because a sealed key must never be overwritten. An attempt that this page is running (`isUnderWay`)
 * keeps the slot past its deadline. A sign-in replaces an attempt that awaits a proof; a refresh does not.
 */
export const begin =
  (pending: Pending, now: number, isUnderWay?: (held: Pending) => boolean): Commit =>
  (record) => {
    const held = record.pending
    const own = held?.attemptId === pending.attemptId
    const free =
      held === undefined ||
      (held.phase !== 'delivered' && (own || (held.deadline <= now && !isUnderWay?.(held))))
    const yields = held?.phase === 'awaiting' && pending.purpose === 'signIn'
    if (!free && !yields) return undefined
    if (pending.purpose === 'refresh' && record.session?.id !== pending.replaces) return undefined
    return { ...record, pending }
  }

/** Changes the pending attempt, if it is still the one with this id and in the expected phase. */
export const advance =
  (attemptId: string, from: Pending['phase'], change: (pending: Pending) => Pending): Commit =>
  (record) =>
    record.pending?.attemptId === attemptId && record.pending.phase === from
      ? { ...record, pending: change(record.pending) }
      : undefined

/**
 * Stores the session and removes the attempt in one commit, if the attempt is still pending. A refresh stores its
 * session only in place of the one that it renews, or if that one has expired in the meantime.
 */
export const settle =
  (attemptId: string, session: StoredSession): Commit =>
  (record) => {
    const { pending, ...rest } = record
    if (pending?.attemptId !== attemptId) return undefined
    const renews =
      pending.replaces === undefined || [undefined, pending.replaces].includes(record.session?.id)
    return renews ? { ...rest, session } : rest
  }

/** Ends an attempt without a session. If `seen` is given, only while the attempt is still in that phase. */
export const discard =
  (attemptId: string, seen?: Pending['phase']): Commit =>
  ({ pending, ...rest }) =>
    pending?.attemptId === attemptId && (seen ?? pending.phase) === pending.phase ? rest : undefined

/** Stores the time before which a call must not be sent again, and drops entries whose time has passed. */
export const coolDown =
  (call: string, until: number, now: number): Commit =>
  (record) => ({
    ...record,
    cooldowns: {
      ...Object.fromEntries(Object.entries(record.cooldowns ?? {}).filter(([, time]) => time > now)),
      [call]: until,
    },
  })
