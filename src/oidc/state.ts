/** The `state` of an authorization request: which way it went, and 256 random bits. @module */
import { generateRandomState } from 'oauth4webapi'

type Way = 'popup' | 'redirect'

/** A state that nobody can guess. */
export const newState = (way: Way): string => `${way}.${generateRandomState()}`

/** Whether a state says that its request went this way. */
export const wentBy = (way: Way, state: string): boolean => state.startsWith(`${way}.`)
