/** One attempt to sign in or to create a credential, and how far it has come. @module */
import type { AuthMethod } from '../../wire/credentials.js'
import type { Proof } from '../credentials/method.js'
import type { PageLock } from '../record/page-locks.js'
import type { PreparedSignIn, SignInRequest } from './challenge.js'
import type { CreationOrder } from './create.js'

/** A call that waits for the next result of an attempt. */
export interface Waiter {
  readonly resolve: (value: AuthMethod | undefined) => void
  readonly reject: (error: Error) => void
}

/** The pending slot that an attempt has or is acquiring. */
export interface Slot {
  /** Rejects if the slot cannot be acquired. */
  readonly acquired: Promise<void>
  /** The first revision of the record that contains the attempt; infinite until the slot is acquired. */
  since: number
}

/** A sign-in that is ready except for its proof. */
interface Ready {
  readonly signIn: PreparedSignIn
  /** The caller's input; `undefined` if another page began the sign-in. */
  readonly request: SignInRequest | undefined
  readonly slot?: Slot
  /** Tells other tabs that this page is open. Held from the first ceremony or verify call on. */
  readonly lock?: PageLock
}

/** How far an attempt has come. */
export type Stage =
  | { readonly at: 'creating'; readonly order: CreationOrder }
  /** `offered` is a sign-in that is ready already, because its passkey was chosen in autofill. */
  | {
      readonly at: 'preparing'
      readonly request: SignInRequest
      readonly offered?: PreparedSignIn
      /** Whether the call that requests the attempt's code is in flight. */
      isMailing?: boolean
    }
  /** The proof is awaited, from a ceremony or from a caller. */
  | (Ready & { readonly at: 'awaiting'; readonly cancelDeadline?: () => void })
  /** The verify call is under way. The proof is here rather than in an event, because inspectors may see events. */
  | (Ready & { readonly at: 'verifying'; readonly proof: Proof; readonly lock: PageLock })
  /** The work has ended. Calls may still wait for the result. */
  | { readonly at: 'over' }

export type StageAt<At extends Stage['at']> = Extract<Stage, { readonly at: At }>

/** One attempt to sign in or to create a credential. */
export interface Attempt {
  /** Grows with each attempt of this page. A result with a lower number is ignored. */
  readonly number: number
  readonly controller: AbortController
  /** The calls that wait for the attempt's next result. */
  readonly waiters: Set<Waiter>
  stage: Stage
}

/** Work for an attempt at a certain stage. */
export type Step<At extends Stage['at']> = (attempt: Attempt, stage: StageAt<At>) => Promise<void>

/**
 * Returns the stage of an attempt that has to be at one of `expected`.
 *
 * @throws Error if it is not, so that the attempt fails instead of waiting forever
 */
export function stageAt<At extends Stage['at']>({ stage }: Attempt, ...expected: At[]): StageAt<At> {
  const isExpected = (now: Stage): now is StageAt<At> => expected.some((at) => at === now.at)
  if (isExpected(stage)) return stage
  throw new Error(`The attempt is ${stage.at}, not ${expected.join(' or ')}.`)
}

/**
 * Gives an attempt its proof, so that its verify call can begin. Returns whether the attempt has awaited one: if not,
 * nothing changes.
 */
export function give(attempt: Attempt, proof: Proof, holdPageLock: () => PageLock): boolean {
  if (attempt.stage.at !== 'awaiting') return false
  const { cancelDeadline, lock = holdPageLock(), ...ready } = attempt.stage
  cancelDeadline?.()
  attempt.stage = { ...ready, at: 'verifying', proof, lock }
  return true
}

/** Makes an attempt await another proof after its verify call was refused. */
export function awaitAnother(attempt: Attempt): void {
  const { proof: _, ...ready } = stageAt(attempt, 'verifying')
  attempt.stage = { ...ready, at: 'awaiting' }
}
