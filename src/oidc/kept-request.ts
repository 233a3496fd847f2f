/**
 * Stores the authorization request of a redirect until the user comes back. The request is stored in `sessionStorage`,
 * which only pages of this origin in this tab can read, and which the browser deletes with the tab. A tab can be at
 * only one provider at a time, so one entry is enough.
 * @module
 */
import type { AuthorizationRequest } from './authorization.js'

/** An authorization request, and the address of the page that started it. */
export interface KeptRequest extends AuthorizationRequest {
  readonly startedFrom: string
}

const key = 'embedded-wallet-auth oidc redirect'

/** Stores a request in place of any earlier one. Throws if the browser refuses. */
export function keep(request: KeptRequest): void {
  sessionStorage.setItem(key, JSON.stringify(request))
}

/**
 * Removes the request with this state from the storage and returns it. Returns `undefined` if there is none; a request
 * with another state stays stored.
 */
export function take(state: string): KeptRequest | undefined {
  try {
    // A parse boundary: only `keep` writes this entry.
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptRequest | null
    if (kept?.state !== state) return undefined
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return undefined
  }
}
