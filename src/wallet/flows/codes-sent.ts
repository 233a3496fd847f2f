/** Remembers which codes this page had sent, so that none is sent twice and none is lost. @module */
import type { ServerTime } from '../time/server-time.js'

/** Milliseconds for which a code counts as usable without asking for another one. */
const codeLife = 5 * 60_000

/** Of each credential, the last code that was sent to it. All times are in milliseconds of the server's time. */
export interface CodesSent {
  /** A code was sent, or may have been. That of a creation has not been asked for by a sign-in. */
  sent(credential: string, by: 'creation' | 'challenge'): void
  /** When a creation sent a code that no sign-in has waited for. It is returned only once. */
  takeUnasked(credential: string): number | undefined
  /** When the last code was sent that may still be usable. */
  last(credential: string): number | undefined
  /** The code was used. */
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
