/**
 * The commits of an attempt, from its first entry in the record until its session is stored or the attempt ends. Pure
 * functions.
 * @module
 */
import type { Session } from '../../wire/sessions.js'
import {
  type AccountRecord,
  type CodeConfirmation,
  type Commit,
  type Pending,
  type StoredSession,
  supersede,
  superseding,
} from './record.js'

/** The attempt with this id, if it is still in the record. */
export const attemptIn = (
  { pending, refresh }: Pick<AccountRecord, 'pending' | 'refresh'>,
  attemptId: string | undefined,
): Pending | undefined => [pending, refresh].find((attempt) => attempt?.attemptId === attemptId)

/** The slot of an attempt: refreshes have one slot, and all other attempts share another. */
const placeOf = ({ replaces }: Pending): 'pending' | 'refresh' =>
  replaces === undefined ? 'pending' : 'refresh'

/**
 * Whether another attempt may replace `held` in its slot. This is not allowed while the answer to `held` may still
 * arrive, or has been stored but not opened, because a sealed key must never be overwritten. An attempt that this page
 * is running (`isUnderWay`) keeps its slot past its deadline.
 */
export const givesWay = (
  held: Pending | undefined,
  now: number,
  isUnderWay?: (held: Pending) => boolean,
): boolean =>
  held === undefined ||
  held.phase === 'awaiting' ||
  (held.phase === 'sent' && held.deadline <= now && !isUnderWay?.(held))

/**
 * Puts a new attempt into its slot, if the slot is empty or the attempt in the slot may be replaced. A refresh can
 * begin only while the record has the session that it replaces.
 */
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

/** Stores the first answer to an encrypted code. The second request can then be sent by any page. */
export const confirming = (attemptId: string, confirmation: CodeConfirmation, deadline: number): Commit =>
  advance(attemptId, 'sent', (pending) => ({ ...pending, confirmation, deadline }))

/**
 * Records that the call is about to be sent whose answer is the session. It may take effect only once, so only one page
 * can record it, and only once. `before` is the page that has run the attempt until now.
 */
export const sendingOnce =
  (
    attemptId: string,
    {
      before,
      pageId,
      at,
      deadline,
    }: {
      readonly before: string
      readonly pageId: string
      readonly at: number
      readonly deadline: number
    },
  ): Commit =>
  (record) => {
    const attempt = attemptIn(record, attemptId)
    if (attempt?.pageId !== before || attempt.sentAt !== undefined) return undefined
    return advance(attemptId, 'sent', (pending) => ({ ...pending, pageId, sentAt: at, deadline }))(record)
  }

/**
 * Lets a page look for the session of an attempt whose answer was lost. Others leave it alone until the deadline.
 * `before` is the page that has run the attempt until now.
 */
export const takeOver =
  (
    attemptId: string,
    { before, ...taken }: Pick<Pending, 'pageId' | 'deadline'> & { readonly before: string },
  ): Commit =>
  (record) =>
    attemptIn(record, attemptId)?.pageId === before
      ? advance(attemptId, 'sent', (pending) => ({ ...pending, ...taken }))(record)
      : undefined

/**
 * Stores the answer to an attempt's call. With `proven`, the answer belongs to a session that was found in the list
 * because its own answer was lost: that session, which the answer replaces, is listed to be revoked.
 */
export const delivered =
  (
    attemptId: string,
    answer: Required<Pick<Pending, 'answer' | 'clientKey' | 'deadline'>>,
    found: Session | undefined,
  ): Commit =>
  (record) => {
    const next = advance(attemptId, 'sent', (pending) => ({
      ...pending,
      phase: 'delivered',
      ...answer,
      // The refresh that has proven the session involved no proof by a person.
      ...(found && { authenticatedAt: pending.authenticatedAt ?? found.createdAt }),
    }))(record)
    return next && supersede(next, found ? [found] : [])
  }

/**
 * Stores the session and removes the attempt in one commit, if the attempt is still in the record. A refresh stores its
 * session only if the record has the session that the refresh replaces, or has no session because that session expired.
 * A sign-in also removes a pending refresh.
 */
export const settle = (attemptId: string, session: StoredSession): Commit =>
  superseding((record) => {
    const attempt = attemptIn(record, attemptId)
    const { pending, refresh, ended, ...rest } = record
    if (attempt === undefined) return undefined
    if (attempt === pending) return { ...rest, session }
    const renews = [undefined, attempt.replaces].includes(record.session?.id)
    return { ...rest, ...(pending && { pending }), ...(renews && { session }) }
  })

/** Removes an attempt that leads to no session; if `seen` is given, only while it is in that phase. */
export const discard = (attemptId: string, seen?: Pending['phase']): Commit =>
  superseding((record) => {
    const attempt = attemptIn(record, attemptId)
    if (attempt === undefined || (seen ?? attempt.phase) !== attempt.phase) return undefined
    const { [placeOf(attempt)]: _, ...rest } = record
    return rest
  })

/** Removes an attempt that has got a session without a key that works here, and lists that session to be revoked. */
export const refuse =
  (attemptId: string, answer: Session): Commit =>
  (record) => {
    const attempt = attemptIn(record, attemptId)
    return attempt && discard(attemptId)({ ...record, [placeOf(attempt)]: { ...attempt, answer } })
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
