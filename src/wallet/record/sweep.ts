/** Erases the expired parts of a record. Pure functions. @module */
import type { Commit, Pending } from './record.js'

/**
 * Erases an expired session, attempts that can no longer be finished, and what is no longer to be revoked or paused.
 */
export const sweep =
  (now: number, isUnderWay?: (pending: Pending) => boolean): Commit =>
  (record) => {
    const { session, pending, refresh, superseded = [], cooldowns = {}, ...rest } = record
    const isOver = session && Date.parse(session.expiresAt) <= now
    const kept = Object.entries(cooldowns).filter(([, time]) => time > now)
    const valid = superseded.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    const isLeft = (pending: Pending): boolean | undefined =>
      pending.deadline > now || isOpenable(pending, now) || isUnderWay?.(pending)
    const left = {
      ...rest,
      ...(isOver ? { ended: 'expired' as const } : session && { session }),
      ...(pending && isLeft(pending) ? { pending } : {}),
      ...(refresh && isLeft(refresh) ? { refresh } : {}),
      ...(valid[0] ? { superseded: valid } : {}),
      ...(kept[0] ? { cooldowns: Object.fromEntries(kept) } : {}),
    }
    const isSame =
      !isOver &&
      Object.keys(left).length === Object.keys(record).length &&
      valid.length === superseded.length &&
      kept.length === Object.keys(cooldowns).length
    return isSame ? undefined : left
  }

/** Whether the attempt's answer has been delivered and the session in the answer has not expired. */
export const isOpenable = (pending: Pending, now: number): boolean =>
  pending.phase === 'delivered' && pending.answer !== undefined && Date.parse(pending.answer.expiresAt) > now
