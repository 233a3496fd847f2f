/**
 * The `state` of an authorization request. It says whether the request was sent by pop-up or redirect, and contains 256
 * random bits.
 * @module
 */
import { generateRandomState } from 'oauth4webapi'

type Way = 'popup' | 'redirect'

/** Makes a state that nobody can guess. */
export const newState = (way: Way): string => `${way}.${generateRandomState()}`

/** Whether the request with this state was sent by this `Way`. */
export const wentBy = (way: Way, state: string): boolean => state.startsWith(`${way}.`)
