/** Remembers when codes were sent for this page, so that a sign-in can use a code that was sent before. @module */
import type { ServerTime } from '../time/server-time.js'

/** How long a code counts as usable, in milliseconds. */
const codeLife = 5 * 60_000

/** The last code of each credential. All times are in milliseconds of the server's time. */
export interface CodesSent {
  /** Records that a code was sent, or may have been. A sign-in can still use the code that a creation sent. */
  sent(credential: string, by: 'creation' | 'challenge'): void
  /** Returns when a creation sent a code, if no sign-in has taken that code yet. Each code is returned only once. */
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
