/** The guarded commits of an attempt, from its first entry in the record to its session or its end: pure functions. @module */
import type { AccountRecord, Commit, Pending, StoredSession } from './record.js'

/** The attempt with this id, if it is still in the record. */
export const attemptIn = (
  { pending, refresh }: Pick<AccountRecord, 'pending' | 'refresh'>,
  attemptId: string | undefined,
): Pending | undefined => [pending, refresh].find((attempt) => attempt?.attemptId === attemptId)

/** The place of an attempt: a refresh has its own. */
const placeOf = ({ replaces }: Pending): 'pending' | 'refresh' =>
  replaces === undefined ? 'pending' : 'refresh'

/**
 * Whether an attempt gives its place to another one. Not while its answer may still come, or has not been opened: a sealed key
 * is never overwritten. One that this page is running (`isUnderWay`) keeps its place past its deadline.
 */
export const givesWay = (
  held: Pending | undefined,
  now: number,
  isUnderWay?: (held: Pending) => boolean,
): boolean =>
  held === undefined ||
  held.phase === 'awaiting' ||
  (held.phase === 'sent' && held.deadline <= now && !isUnderWay?.(held))

/** Puts a new attempt into its place, if that is free or gives way. A refresh begins only beside the session that it replaces. */
export const begin =
  (attempt: Pending, now: number, isUnderWay?: (held: Pending) => boolean): Commit =>
  (record) => {
    const place = placeOf(attempt)
    const held = record[place]
    const isOwn = held?.attemptId === attempt.attemptId && held.phase !== 'delivered'
    if (!isOwn && !givesWay(held, now, isUnderWay)) return undefined
    if (place === 'refresh' && record.session?.id !== attempt.replaces) return undefined
    return { ...record, [place]: attempt }
  }

/** Changes an attempt, if it is still in the record and in the expected phase. */
export const advance =
  (attemptId: string, from: Pending['phase'], change: (pending: Pending) => Pending): Commit =>
  (record) => {
    const attempt = attemptIn(record, attemptId)
    return attempt?.phase === from ? { ...record, [placeOf(attempt)]: change(attempt) } : undefined
  }

/**
 * Stores the session and removes its attempt, in one commit, if that attempt is still in the record. A refresh replaces only
 * the session that it renews, even if that has expired in the meantime. A sign-in ends the refresh of the session before.
 */
export const settle =
  (attemptId: string, session: StoredSession): Commit =>
  (record) => {
    const attempt = attemptIn(record, attemptId)
    const { pending, refresh, ...rest } = record
    if (attempt === undefined) return undefined
    if (attempt === pending) return { ...rest, session }
    const renews = [undefined, attempt.replaces].includes(record.session?.id)
    return { ...rest, ...(pending && { pending }), ...(renews && { session }) }
  }

/** Ends an attempt without a session. If `seen` is given, only while the attempt is still in that phase. */
export const discard =
  (attemptId: string, seen?: Pending['phase']): Commit =>
  (record) => {
    const attempt = attemptIn(record, attemptId)
    if (attempt === undefined || (seen ?? attempt.phase) !== attempt.phase) return undefined
    const { [placeOf(attempt)]: _, ...rest } = record
    return rest
  }

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
