/** Implements the header `Idempotency-Key`: a repeated key gets the first answer again (Endpoints). @module */
import { defaultHeaderNames } from '../../wire/headers.js'
import { ApiError, errorBody, invalidInput } from '../handler/api-error.js'
import type { Call } from '../handler/bind-route.js'
import type { FirstAnswer } from '../state/state.js'

/** The status and the body of an answer. */
export type Answered = Pick<FirstAnswer, 'status' | 'body'>

/**
 * Creates the function that processes a call at most once for each key. A refusal is repeated like any other answer, so
 * a platform that tries again needs a new key. But a call that is refused before it is processed does not use up its
 * key. If the key was used for a different call, the call is refused with 409.
 */
export function createIdempotency(): (
  call: Call<unknown>,
  run: () => Promise<Answered>,
) => Promise<Answered> {
  const running = new Map<string, Promise<unknown>>()
  return async (call, run) => {
    const sent = call.header(defaultHeaderNames.idempotencyKey)
    if (sent === undefined) return run()
    // Agents and the platform may use the same keys without affecting each other.
    const key = call.agentId === undefined ? sent : `${call.agentId} ${sent}`
    if (sent.length === 0 || sent.length > 255)
      throw invalidInput('An Idempotency-Key must have 1 to 255 characters.')
    const { firstAnswers } = call.context.state
    // If another call with this key is being processed, wait until it is finished.
    while (running.has(key)) await running.get(key)
    const first = firstAnswers.get(key)
    if (first && first.binding !== call.binding) {
      throw new ApiError(409, 'CONFLICT', 'The Idempotency-Key belongs to another call.')
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
 * Returns the answer to a call that was refused while it was processed. Rethrows the error if the call was not
 * processed, because authentication or validation failed or the rate limit was reached, and if the emulator itself
 * failed.
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
