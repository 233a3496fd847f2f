/**
 * The request of a redirect, kept while its page is away: in `sessionStorage`, which only this tab and this origin read
 * and which ends with the tab. A tab is at one provider at a time, so there is one entry, and it is taken once.
 * @module
 */
import type { AuthorizationRequest } from './authorization.js'

/** An authorization request, and the page that it left from. */
export interface KeptRequest extends AuthorizationRequest {
  readonly startedFrom: string
}

const key = 'embedded-wallet-auth oidc redirect'

/** Throws where the browser refuses. */
export function keep(request: KeptRequest): void {
  sessionStorage.setItem(key, JSON.stringify(request))
}

/** The kept request with this state, which from then on is gone. Another one stays where it is. */
export function take(state: string): KeptRequest | undefined {
  try {
    // `keep` wrote it.
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptRequest | null
    if (kept?.state !== state) return undefined
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return undefined
  }
}
