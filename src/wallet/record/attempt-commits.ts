/** The guarded commits of an attempt, from its first entry to session or nothing: pure functions. @module */
import type { Commit, Pending, StoredSession } from './record.js'

/**
 * Takes the place for a new attempt. Refused while another attempt's answer may still come, or lies unopened: a sealed
 * key is never overwritten, and what this page is at (`isUnderWay`) has no deadline here. An awaited proof gives way to a
 * sign-in, not to a refresh.
 */
export const begin =
  (pending: Pending, now: number, isUnderWay: (held: Pending) => boolean = () => false): Commit =>
  (record) => {
    const held = record.pending
    const own = held?.attemptId === pending.attemptId
    const free =
      held === undefined ||
      (held.phase !== 'delivered' && (own || (held.deadline <= now && !isUnderWay(held))))
    const yields = held?.phase === 'awaiting' && pending.purpose === 'signIn'
    if (!free && !yields) return undefined
    if (pending.purpose === 'refresh' && record.session?.id !== pending.replaces) return undefined
    return { ...record, pending }
  }

/** Moves an attempt on, if it is still the one and in the expected phase. */
export const advance =
  (attemptId: string, from: Pending['phase'], change: (pending: Pending) => Pending): Commit =>
  (record) =>
    record.pending?.attemptId === attemptId && record.pending.phase === from
      ? { ...record, pending: change(record.pending) }
      : undefined

/**
 * Session in and attempt out, in one commit, if the attempt is still the one. A refresh never takes the place of another
 * session than the one it renews; that one may have expired meanwhile.
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

/** Ends an attempt without a session; with `seen` only while it is still in that phase. */
export const discard =
  (attemptId: string, seen?: Pending['phase']): Commit =>
  ({ pending, ...rest }) =>
    pending?.attemptId === attemptId && (seen ?? pending.phase) === pending.phase ? rest : undefined

/** Notes until when a call is not sent again, and drops what is past. */
export const coolDown =
  (call: string, until: number, now: number): Commit =>
  (record) => ({
    ...record,
    cooldowns: {
      ...Object.fromEntries(Object.entries(record.cooldowns ?? {}).filter(([, time]) => time > now)),
      [call]: until,
    },
  })
