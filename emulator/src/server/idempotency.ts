/**
 * Implements the `Idempotency-Key` header: a call that repeats a key gets the first answer again (Endpoints).
 * @module
 */
import { defaultHeaderNames } from 'embedded-wallet-auth/wire'
import { ApiError, conflict, errorBody, invalidInput } from '../handler/api-error.js'
import type { Call } from '../handler/bind-route.js'
import type { FirstAnswer } from '../state/state.js'

/** The status and the body of an answer. */
export type Answered = Pick<FirstAnswer, 'status' | 'body'>

/**
 * Creates a function that processes at most one call for each key. A call that repeats a key gets the stored answer,
 * even if this answer is an error, so a new attempt needs a new key. A call that is refused before it is processed does
 * not use up its key. A call whose key was used for a different call is refused with 409.
 */
export function createIdempotency(): (
  call: Call<unknown>,
  run: () => Promise<Answered>,
) => Promise<Answered> {
  const running = new Map<string, Promise<unknown>>()
  return async (call, run) => {
    const sent = call.header(defaultHeaderNames.idempotencyKey)
    if (sent === undefined) return run()
    // The platform and an agent may use the same Idempotency-Key for different calls.
    const key = call.agentId === undefined ? sent : `${call.agentId} ${sent}`
    if (sent.length === 0 || sent.length > 255)
      throw invalidInput('An Idempotency-Key must have 1 to 255 characters.')
    const { firstAnswers } = call.context.state
    // Another call with this key may still be in progress.
    while (running.has(key)) await running.get(key)
    const first = firstAnswers.get(key)
    if (first && first.binding !== call.binding) {
      throw conflict('The Idempotency-Key was used for a different call.')
    }
    if (first) return first
    const attempt = run()
    running.set(
      key,
      attempt.catch(() => undefined),
    )
    try {
      const answered = await attempt.catch(refusalOf)
      firstAnswers.set(key, { ...answered, binding: call.binding })
      return answered
    } finally {
      running.delete(key)
    }
  }
}

/**
 * Returns the error answer that is stored for the key. Rethrows the error if nothing should be stored: the emulator
 * itself failed, or the call was refused before it was processed (authentication, validation, rate limit).
 */
function refusalOf(error: unknown): Answered {
  const isProcessed =
    error instanceof ApiError &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 429 &&
    error.code !== 'INVALID_INPUT'
  if (!isProcessed) throw error
  return { status: error.status, body: errorBody(error) }
}
