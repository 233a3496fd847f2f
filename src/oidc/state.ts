/** The `state` of an authorization request: `popup` or `redirect`, followed by 256 random bits. @module */
import { generateRandomState } from 'oauth4webapi'

type RequestKind = 'popup' | 'redirect'

/** Returns a new `state` that nobody can guess. */
export const newState = (way: RequestKind): string => `${way}.${generateRandomState()}`

/** Whether the request with this `state` was sent by the given `Way`. */
export const wentBy = (way: RequestKind, state: string): boolean => state.startsWith(`${way}.`)
