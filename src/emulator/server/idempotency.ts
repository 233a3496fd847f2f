/** `Idempotency-Key`: a repeated key gets the first answer again (Endpoints). @module */
import { defaultHeaderNames } from '../../wire/headers.js'
import { ApiError, errorBody, invalidInput } from '../handler/api-error.js'
import type { Call } from '../handler/bind-route.js'
import type { FirstAnswer } from '../state/state.js'

/** The status and body that a call was answered with. */
export type Answered = Pick<FirstAnswer, 'status' | 'body'>

/**
 * Runs a call once per key. A refusal is repeated like any other answer, so trying again needs a new key. A call that
 * was refused before it was processed is not remembered. A key that was used for a different call gets 409.
 */
export function createIdempotency(): (
  call: Call<unknown>,
  run: () => Promise<Answered>,
) => Promise<Answered> {
  const running = new Map<string, Promise<unknown>>()
  return async (call, run) => {
    const sent = call.header(defaultHeaderNames.idempotencyKey)
    if (sent === undefined) return run()
    // Each agent has its own key space.
    const key = call.agentId === undefined ? sent : `${call.agentId} ${sent}`
    if (sent.length === 0 || sent.length > 255)
      throw invalidInput('An Idempotency-Key must have 1 to 255 characters.')
    const { firstAnswers } = call.context.state
    // A second call with the key waits until the first has finished.
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
 * The answer that a refused call gets. Rethrows the error if the call was not processed: authentication or validation
 * failed, the rate limit was reached, or the emulator itself failed.
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
