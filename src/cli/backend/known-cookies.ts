/** Remembers which cookies were a login when they were last asked about. @module */
import { createHash } from 'node:crypto'

/** The cookies that were a login. None of them is stored, only their digests. */
export interface KnownCookies {
  readonly has: (cookie: string) => boolean
  /**
   * Remembers whose login a cookie was; `undefined` if nobody's. Of those of one person, and of all together, the ones
   * that were noted last are kept. So nobody displaces others with variants of their own cookie.
   */
  readonly note: (cookie: string, person: string | undefined) => void
}

const digestOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')

/** Entries are in the order in which they were noted. */
function oldestOf(digests: Iterable<string>): string {
  for (const digest of digests) return digest
  return ''
}

/**
 * @param limit how many are remembered
 * @param each how many of one person
 */
export function createKnownCookies(limit = 10_000, each = 16): KnownCookies {
  const owners = new Map<string, string>()
  const byPerson = new Map<string, Set<string>>()
  const forget = (digest: string): void => {
    const person = owners.get(digest)
    if (person === undefined) return
    owners.delete(digest)
    const theirs = byPerson.get(person)
    theirs?.delete(digest)
    if (theirs?.size === 0) byPerson.delete(person)
  }
  return {
    has: (cookie) => owners.has(digestOf(cookie)),
    note(cookie, person) {
      const digest = digestOf(cookie)
      forget(digest)
      if (person === undefined) return
      const theirs = byPerson.get(person) ?? new Set()
      byPerson.set(person, theirs.add(digest))
      owners.set(digest, person)
      if (theirs.size > each) forget(oldestOf(theirs))
      if (owners.size > limit) forget(oldestOf(owners.keys()))
    },
  }
}
