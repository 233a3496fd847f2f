/**
 * Remembers when codes were sent at this page's request, so that a sign-in can use a code that has already been sent.
 * @module
 */
import type { ServerTime } from '../time/server-time.js'

/** How long a code counts as usable, in milliseconds. */
const codeLife = 5 * 60_000

/** The last code that was sent for each credential. All times are in milliseconds since 1970, server time. */
export interface CodesSent {
  /** Records that a code may have been sent. A sign-in can still use a code that was sent by a `creation`. */
  sent(credential: string, by: 'creation' | 'challenge'): void
  /**
   * Returns when a code was sent because the credential was created. For each code, only the first call returns this
   * time, so that only one sign-in uses the code.
   */
  takeUnasked(credential: string): number | undefined
  /** When the last code was sent; `undefined` if there is no code that may still be usable. */
  last(credential: string): number | undefined
  /** Records that the last code was used. */
  used(credential: string): void
}

export function createCodesSent(time: Pick<ServerTime, 'now'>): CodesSent {
  const codes = new Map<string, { readonly at: number; readonly isUnasked: boolean }>()
  const usable = (credential: string): { readonly at: number; readonly isUnasked: boolean } | undefined => {
    const code = codes.get(credential)
    return code && time.now() - code.at < codeLife ? code : undefined
  }
  return {
    sent: (credential, by) => void codes.set(credential, { at: time.now(), isUnasked: by === 'creation' }),
    takeUnasked(credential) {
      const code = usable(credential)
      if (!code?.isUnasked) return undefined
      codes.set(credential, { ...code, isUnasked: false })
      return code.at
    },
    last: (credential) => usable(credential)?.at,
    used: (credential) => void codes.delete(credential),
  }
}
