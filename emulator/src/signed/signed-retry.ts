/**
 * The two legs of a signed request: the first call gets a challenge, and the retry carries the stamp (Signed-retry
 * rules).
 * @module
 */
import { type CredentialType, defaultHeaderNames } from 'embedded-wallet-auth/wire'
import { unauthorized } from '../handler/api-error.js'
import type { Call, HandlerResult } from '../handler/bind-route.js'
import type { WalletAccount } from '../handler/find-records.js'
import { newId } from '../state/ids.js'
import type { PendingRequest, SessionRecord } from '../state/state.js'
import { timestamp } from '../time/clock.js'
import { type Activity, payloadToSign } from './payload.js'
import { requireStamp } from './stamp-check.js'
import { stampRefusal } from './stamp-refusal.js'

/**
 * How long a signed-request challenge is valid, in milliseconds. The service's typical value is five minutes (Limits).
 */
export const signedRequestLifetime: number = 5 * 60_000

/** A signed operation: what it does, and who may sign it. */
export interface SignedOperation<Answer> {
  readonly account: WalletAccount
  readonly activity: Activity
  /** The `type` field of the challenge. Some challenges do not have this field. */
  readonly type?: CredentialType
  /** Whether a session may sign. Default: every active session of the account may sign. */
  readonly signer?: (session: SessionRecord) => boolean
  /**
   * Throws an `ApiError` if the operation is not possible. Called on both legs, and again right before `perform`.
   */
  readonly check?: () => void
  /**
   * Performs the operation. Changes made before its first `await` cannot race with another call. `signedBy` is
   * `undefined` if the stamp was a magic value.
   */
  readonly perform: (signedBy: SessionRecord | undefined) => Answer | Promise<Answer>
}

/**
 * Answers the first leg with a challenge, and performs the operation on the retry.
 *
 * `prepare` runs on both legs. It looks up the records that the call names, and throws if one does not exist. On the
 * retry it runs only after the request id has been checked. A used id is therefore refused with 401 even if a record
 * has been deleted.
 */
export async function signedRetry<Body, Answer>(
  call: Call<Body>,
  prepare: () => SignedOperation<Answer> | Promise<SignedOperation<Answer>>,
): Promise<HandlerResult<Answer>> {
  const requestId = call.header(defaultHeaderNames.requestId)
  const stamp = call.header(defaultHeaderNames.walletSignature)
  if (requestId === undefined && stamp === undefined) return { challenge: challenge(call, await prepare()) }

  if (requestId === undefined)
    throw stampRefusal(call.context, 'REQUEST_ID_MISSING', 'The Request-Id header is missing.')
  const pending = pendingRequest(call, requestId)
  const operation = await prepare()
  if (operation.account.id !== pending.accountId) throw unauthorized('Request-Id belongs to another account')
  operation.check?.()
  const signedBy = await requireStamp(call.context, {
    stamp,
    payloadToSign: pending.payloadToSign,
    accountId: pending.accountId,
    ...(operation.signer ? { signer: operation.signer } : {}),
  })
  // Nothing is awaited from this check to `perform`, so two retries of the same request cannot both succeed.
  pendingRequest(call, requestId)
  operation.check?.()
  call.context.state.pendingRequests.set(requestId, { ...pending, used: true })
  return { answer: await operation.perform(signedBy) }
}

function challenge<Body, Answer>(call: Call<Body>, operation: SignedOperation<Answer>): ChallengeOf {
  operation.check?.()
  const { context, binding } = call
  const { account, activity, type } = operation
  const requestId = newId('Request')
  const expiresAt = context.clock.now() + signedRequestLifetime
  const text = payloadToSign(context, account.wallet.organizationId, activity)
  context.state.pendingRequests.set(requestId, {
    binding,
    accountId: account.id,
    payloadToSign: text,
    expiresAt,
    used: false,
  })
  return { ...(type ? { type } : {}), payloadToSign: text, requestId, expiresAt: timestamp(expiresAt) }
}

type ChallengeOf = Extract<HandlerResult<never>, { challenge: unknown }>['challenge']

function pendingRequest<Body>(call: Call<Body>, requestId: string): PendingRequest {
  const pending = call.context.state.pendingRequests.get(requestId)
  if (!pending) throw unauthorized('Unknown Request-Id')
  if (pending.used) throw unauthorized('Request-Id already used')
  if (call.context.clock.now() >= pending.expiresAt) throw unauthorized('Request expired')
  if (pending.binding !== call.binding) {
    const message = 'Method, path and body must be those of the first request.'
    throw stampRefusal(call.context, 'WALLET_SIGNATURE_BODY_MISMATCH', message)
  }
  return pending
}
