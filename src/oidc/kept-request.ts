/**
 * Stores the authorization request of a redirect in `sessionStorage` until the user comes back. Only pages of this
 * origin in this tab can read the request, and the browser deletes it when the tab is closed. One entry is enough,
 * because a tab can visit only one provider at a time.
 * @module
 */
import type { AuthorizationRequest } from './authorization.js'
import type { CheckedProvider } from './provider.js'

/** An authorization request, and the address of the page that started it. A function as `issuer` is not stored. */
export interface KeptRequest extends AuthorizationRequest {
  readonly startedFrom: string
}

/** A request as it is read again. */
export type RestoredRequest = Omit<KeptRequest, 'provider'> & {
  readonly provider: Omit<CheckedProvider, 'issuer'> & Partial<Pick<CheckedProvider, 'issuer'>>
}

const key = 'embedded-wallet-auth oidc redirect'

/** Stores a request and replaces any earlier one. Throws if the browser refuses to store it. */
export function keep(request: KeptRequest): void {
  sessionStorage.setItem(key, JSON.stringify(request))
}

/** Removes and returns the stored request if it has this `state`. Otherwise leaves the storage unchanged. */
export function take(state: string): RestoredRequest | undefined {
  try {
    // A parse boundary: only `keep` writes this entry.
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as RestoredRequest | null
    if (kept?.state !== state) return undefined
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return undefined
  }
}
