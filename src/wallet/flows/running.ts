/** The attempts that run in this page, by number. @module */

import type { WalletError } from '../../errors.js'
import type { Proof } from '../credentials/method.js'
import type { HeldOwner } from '../record/page-locks.js'
import type { Attempt, SignInRequest } from './challenge.js'
import type { CreationOrder } from './create.js'

/** What is known of an attempt. */
export interface Running {
  readonly request?: SignInRequest
  readonly order?: CreationOrder
  readonly controller: AbortController
  attempt?: Attempt
  proof?: Proof | undefined
  cancelDeadline?: () => void
  /** Settles when the attempt has its place in the record, or does not get it. */
  place?: Promise<void>
  /** Shows other tabs that somebody is at it. */
  held?: HeldOwner
}

/**
 * A part that an attempt has by the time it is asked for.
 *
 * @throws Error for a machine that runs an effect too early: the attempt then fails instead of waiting for ever
 */
export function partOf<Name extends 'request' | 'order' | 'attempt' | 'proof'>(
  self: Running,
  name: Name,
): NonNullable<Running[Name]> {
  const part = self[name]
  if (part === undefined) throw new Error(`The attempt has no ${name} yet.`)
  return part
}

export interface Registry {
  /** Makes an attempt known before its event is dispatched. */
  expect(attempt: number, what: Pick<Running, 'request' | 'order'>): void
  /** Takes up an attempt that the record awaits a proof for. */
  adopt(attempt: number, found: Attempt): void
  /** The proof that the next `proven` is about. */
  give(attempt: number, proof: Proof): void
  get(attempt: number): Running | undefined
  abort(attempt: number, error: WalletError): void
  /** Forgets an attempt. */
  end(attempt: number): void
  endAll(error: WalletError): void
}

/** @param underWay knows an attempt until it ends here */
export function createRegistry(underWay: Set<string>): Registry {
  const running = new Map<number, Running>()
  const abort = (number: number, error: WalletError): void => running.get(number)?.controller.abort(error)
  const end = (number: number): void => {
    const ended = running.get(number)
    ended?.cancelDeadline?.()
    ended?.held?.release()
    if (ended?.attempt) underWay.delete(ended.attempt.attemptId)
    running.delete(number)
  }
  return {
    expect: (number, what) => void running.set(number, { ...what, controller: new AbortController() }),
    adopt: (number, attempt) => {
      underWay.add(attempt.attemptId)
      running.set(number, { controller: new AbortController(), attempt })
    },
    give: (number, proof) => {
      const self = running.get(number)
      if (self) self.proof = proof
    },
    get: (number) => running.get(number),
    abort,
    end,
    endAll: (error) => {
      for (const number of [...running.keys()]) {
        abort(number, error)
        end(number)
      }
    },
  }
}
