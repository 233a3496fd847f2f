/** The audit trail: one event for each call, and what became of it. @module */

/** What became of a call. */
export interface BackendEvent {
  /** When the call was answered: milliseconds since 1970. */
  readonly at: number
  /** Milliseconds that it took. */
  readonly duration: number
  /** The operation, such as `exportWallet`; absent for a call that pages may not make. */
  readonly operation?: string
  /** The account that the call acts on; absent if the call was refused before that was proven. */
  readonly accountId?: string
  /** The accounts that `authorize` named; absent if nobody was asked or logged in. */
  readonly accounts?: readonly string[]
  /**
   * `done`; `challenged`: the service wants the call stamped; `refused` by a status below 500; `failed` by another one. A
   * failed call may have taken effect.
   */
  readonly outcome: 'done' | 'challenged' | 'refused' | 'failed'
  /** Who answered. */
  readonly by: 'backend' | 'service'
  readonly status: number
  /** The code of an answer that is an error. */
  readonly code?: string
}

/** What is learned of a call on its way. */
export type Learned = { -readonly [K in 'operation' | 'accountId' | 'accounts']?: BackendEvent[K] }

/** The outcome that a status stands for. */
export function outcomeOf(status: number): BackendEvent['outcome'] {
  if (status >= 500) return 'failed'
  if (status >= 300) return 'refused'
  return status === 202 ? 'challenged' : 'done'
}
