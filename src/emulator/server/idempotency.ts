/** `Idempotency-Key`: a repeated key gets the first answer again (Endpoints). @module */
import { defaultHeaderNames } from '../../wire/headers.js'
import { ApiError, invalidInput } from '../handler/api-error.js'
import type { Call } from '../handler/bind-route.js'
import type { FirstAnswer } from '../state/state.js'

/** What a handler answered. */
export type Answered = Pick<FirstAnswer, 'status' | 'body'>

/**
 * Runs a call once per key. An error is not remembered, so that a call that failed for lack of money or a wrong
 * stamp can be sent again [advice]; a key that was used for another call answers 409.
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
      const answered = await attempt
      firstAnswers.set(key, { ...answered, binding: call.binding })
      return answered
    } finally {
      running.delete(key)
    }
  }
}
