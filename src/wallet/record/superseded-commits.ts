/** The commits of sessions that are still to be revoked. Pure functions. @module */
import type { AccountRecord, Commit, Superseded } from './record.js'

/** How long other tabs leave a session alone after the first try to revoke it. Each try doubles this. Milliseconds. */
const firstWait = 60_000
/** The longest such wait, in milliseconds. A time further ahead is wrong, so it counts as past. */
const longestWait = 3_600_000

/** When a session may be tried next: milliseconds since 1970, server time. */
export const nextTry = ({ after = 0 }: Superseded, now: number): number =>
  after - now > longestWait ? 0 : after

/** Counts a try of the sessions that are due. Another tab then leaves them alone until the wait is over. */
export const countTry =
  (due: readonly Superseded[], now: number): Commit =>
  (record) => {
    const { session, superseded = [] } = record
    const isTried = ({ id }: Superseded): boolean => due.some((each) => each.id === id)
    if (session === undefined || !superseded.some(isTried)) return undefined
    const tried = (entry: Superseded): Superseded => {
      const { tries = 0 } = entry
      return { ...entry, tries: tries + 1, after: now + Math.min(firstWait * 2 ** tries, longestWait) }
    }
    return { ...record, superseded: superseded.map((entry) => (isTried(entry) ? tried(entry) : entry)) }
  }

/** Removes sessions that have been revoked. */
export const dropSuperseded =
  (ids: readonly string[]): Commit =>
  ({ superseded = [], ...rest }) => {
    const left = superseded.filter(({ id }) => !ids.includes(id))
    if (left.length === superseded.length) return undefined
    return left[0] ? { ...rest, superseded: left } : rest
  }

/** Adds the session of an answer that came too late: its attempt had ended, so nothing in this browser opens it. */
export const addSuperseded =
  ({ id, expiresAt }: Superseded): Commit =>
  (record) => {
    const { session, pending, refresh, superseded = [] } = record
    const known = [session, pending?.answer, refresh?.answer, ...superseded]
    return known.some((each) => each?.id === id)
      ? undefined
      : { ...record, superseded: [...superseded, { id, expiresAt }] }
  }

/** The sessions of a record that are due, except one that this tab must leave alone. */
export const dueIn = (
  { session, superseded = [] }: AccountRecord,
  now: number,
  except: string | undefined,
): readonly Superseded[] =>
  superseded.filter(
    (entry) =>
      nextTry(entry, now) <= now &&
      Date.parse(entry.expiresAt) > now &&
      ![session?.id, except].includes(entry.id),
  )
