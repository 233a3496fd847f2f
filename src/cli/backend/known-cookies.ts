/** Remembers which cookies were a login when they were last asked about. @module */
import { createHash } from 'node:crypto'

/** The cookies that were a login. None of them is stored, only their digests. */
export interface KnownCookies {
  readonly has: (cookie: string) => boolean
  /** Remembers what a cookie was. Of those that were a login, the ones that were noted last are kept. */
  readonly note: (cookie: string, isLogin: boolean) => void
}

const digestOf = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')

/** @param limit how many are remembered */
export function createKnownCookies(limit = 10_000): KnownCookies {
  const digests = new Set<string>()
  return {
    has: (cookie) => digests.has(digestOf(cookie)),
    note(cookie, isLogin) {
      const digest = digestOf(cookie)
      digests.delete(digest)
      if (isLogin) digests.add(digest)
      const [oldest = ''] = digests
      if (digests.size > limit) digests.delete(oldest)
    },
  }
}
