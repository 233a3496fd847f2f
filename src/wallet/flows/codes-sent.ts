/** Remembers when this page had codes sent, so that no code is requested twice and none goes unused. @module */
import type { ServerTime } from '../time/server-time.js'

/** How long a code counts as usable, in milliseconds. */
const codeLife = 5 * 60_000

/** The last code of each credential. All times are in milliseconds of the server's time. */
export interface CodesSent {
  /** Records that a code was sent, or may have been. A code that a creation sent is still available to a sign-in. */
  sent(credential: string, by: 'creation' | 'challenge'): void
  /** When a creation sent a code that no sign-in has taken yet. Returned only once per code. */
  takeUnasked(credential: string): number | undefined
  /** When the last code was sent, if it may still be usable. */
  last(credential: string): number | undefined
  /** Records that the code was used. */
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
