/**
 * Remembers when codes were sent at this page's request, so that a sign-in can use a code that has already been sent.
 * @module
 */
import type { ServerTime } from '../time/server-time.js'

/** How long a code counts as usable, in milliseconds. */
const codeLife = 5 * 60_000

/** A code that was sent. */
export interface SentCode {
  readonly at: number
  /** The bundle to which this code is encrypted, if the service sent one. */
  readonly bundle: string | undefined
}

/** The last code that was sent for each credential. All times are in milliseconds since 1970, server time. */
export interface CodesSent {
  /** Records that a code may have been sent. A sign-in can still use a code that was sent by a `creation`. */
  sent(credential: string, by: 'creation' | 'challenge', bundle?: string): void
  /**
   * Returns a code that was sent because the credential was created. For each code, only the first call returns it, so
   * that only one sign-in uses the code.
   */
  takeUnasked(credential: string): SentCode | undefined
  /** Whether `takeUnasked` would return a code. */
  hasUnasked(credential: string): boolean
  /** The last code that was sent; `undefined` if there is no code that may still be usable. */
  last(credential: string): SentCode | undefined
  /** Records that the last code was used. */
  used(credential: string): void
}

export function createCodesSent(time: Pick<ServerTime, 'now'>): CodesSent {
  const codes = new Map<string, SentCode & { readonly isUnasked: boolean }>()
  const usable = (credential: string): (SentCode & { readonly isUnasked: boolean }) | undefined => {
    const code = codes.get(credential)
    return code && time.now() - code.at < codeLife ? code : undefined
  }
  return {
    sent: (credential, by, bundle) =>
      void codes.set(credential, { at: time.now(), bundle, isUnasked: by === 'creation' }),
    takeUnasked(credential) {
      const code = usable(credential)
      if (!code?.isUnasked) return undefined
      codes.set(credential, { ...code, isUnasked: false })
      return code
    },
    hasUnasked: (credential) => usable(credential)?.isUnasked === true,
    last: (credential) => usable(credential),
    used: (credential) => void codes.delete(credential),
  }
}
