/** The audit trail: one event for each call, with its outcome. @module */
import type { CredentialType } from '../wire/credential-type.js'
import { isRefusal } from '../wire/read-answer.js'

/**
 * A call that was answered, and its outcome.
 *
 * @example
 * {
 *   version: 1, at: 1767225600000, duration: 41, requestId: 'c2a1…', traceparent: '00-4bf9…-00f0…-01',
 *   operation: 'executeQuote', accountId: 'InternalAccount:…', accounts: ['InternalAccount:…'],
 *   outcome: 'done', by: 'service', status: 200
 * }
 */
export interface BackendEvent {
  /** The form of the event. It changes if a field changes its meaning or goes; a new field does not change it. */
  readonly version: 1
  /**
   * The `X-Request-Id` of the request, which is forwarded to the service too, or a random UUID if there was none. It
   * comes from outside and proves nothing.
   */
  readonly requestId: string
  /**
   * The `traceparent` of the request, as W3C Trace Context defines it, which is forwarded too; absent if there was
   * none.
   */
  readonly traceparent?: string
  /** When the call was answered, in milliseconds since 1970. */
  readonly at: number
  /** How long the answer took, in milliseconds. */
  readonly duration: number
  /** The operation, such as `exportWallet`; absent for a call that is not on the allow-list. */
  readonly operation?: string
  /**
   * The account that the call acts on; absent if the call was refused before it was clear that the user may use that
   * account.
   */
  readonly accountId?: string
  /** The accounts that `authorize` returned; absent if it was not called or nobody was logged in. */
  readonly accounts?: readonly string[]
  /** The type of the credential that the person had signed in with, if the call needed that sign-in and used it up. */
  readonly provenBy?: CredentialType
  /**
   * For a new passkey that does not prove payments at once, with `stepUp.payments`: from when on it does, in
   * milliseconds since 1970. Tell the person that a passkey was added.
   */
  readonly provesFrom?: number
  /**
   * `done`: the call succeeded. `challenged`: the service asks for a stamp (202). `refused`: the status is 300 to 499.
   * `failed`: the status is 500 or more, or one that proves nothing: 408, 460, 499 and, without an error code, those
   * that HTTP does not define. A failed call that was forwarded may have taken effect.
   */
  readonly outcome: 'done' | 'challenged' | 'refused' | 'failed'
  /** Whether the backend answered the call itself, or passed on the service's answer. */
  readonly by: 'backend' | 'service'
  readonly status: number
  /** The error code of the answer, if it has one. */
  readonly code?: string
}

/** The fields of the event that become known while the call is handled. */
export type Learned = {
  -readonly [K in 'operation' | 'accountId' | 'accounts' | 'provenBy' | 'provesFrom']?: BackendEvent[K]
}

/** Returns the outcome for an HTTP status, and for whether the body has an error code. */
export function outcomeOf(status: number, isCoded: boolean): BackendEvent['outcome'] {
  if (status >= 500 || (status >= 400 && !isRefusal(status, isCoded))) return 'failed'
  if (status >= 300) return 'refused'
  return status === 202 ? 'challenged' : 'done'
}
