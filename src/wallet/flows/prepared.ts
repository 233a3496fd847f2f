/** What was done ahead of a sign-in: a prepared attempt, a code that a creation mailed. @module */
import type { ServerTime } from '../time/server-time.js'
import type { Attempt, SignInRequest } from './challenge.js'

/** A code that a creation mailed is good for a sign-in this long, in milliseconds. */
const mailedCodeLife = 5 * 60_000

export interface Ahead {
  prepared(attempt: Attempt): void
  mailed(credential: string): void
  /** The prepared attempt, once, if it is the one asked for and still good. */
  take(request: SignInRequest): Attempt | undefined
  /** When the code was mailed that this sign-in can wait for, once; milliseconds, server's time. */
  alreadyMailed(credential: string): number | undefined
}

export function createAhead(time: Pick<ServerTime, 'now'>): Ahead {
  const mailedAt = new Map<string, number>()
  let prepared: Attempt | undefined
  return {
    prepared: (attempt) => {
      prepared = attempt
    },
    mailed: (credential) => void mailedAt.set(credential, time.now()),
    take({ method, credential }) {
      const found = prepared
      prepared = undefined
      const fits = found?.method === method && (credential === undefined || credential === found.credential)
      return fits && found.usableUntil > time.now() ? found : undefined
    },
    alreadyMailed(credential) {
      const at = mailedAt.get(credential)
      mailedAt.delete(credential)
      return at !== undefined && time.now() - at < mailedCodeLife ? at : undefined
    },
  }
}
