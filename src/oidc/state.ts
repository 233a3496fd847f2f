/** The `state` of an authorization request: `popup` or `redirect`, followed by 256 random bits. @module */
import { generateRandomState } from 'oauth4webapi'

type RequestKind = 'popup' | 'redirect'

/** Returns a new `state` that nobody can guess. */
export const newState = (way: RequestKind): string => `${way}.${generateRandomState()}`

/** Whether the request with this `state` was sent by the given `Way`. */
export const wentBy = (way: RequestKind, state: string): boolean => state.startsWith(`${way}.`)

/**
 * Whether a `state` has the form of those of this package. On the page that finishes a sign-in, a code, an error and a
 * state may also belong to a voucher, a router or another OAuth sign-in.
 */
export const isOwnState = (state: string): boolean => /^(popup|redirect)\.[\w-]{43}$/.test(state)
