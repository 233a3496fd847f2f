/** Tells a balancer whether the store takes what the backend writes. @module */
import type { BackendStore } from '../../backend/index.js'
import { wallClock } from '../../clock.js'

/** How long an answer is kept, in milliseconds: anyone may ask, and a probe costs an access. */
const kept = 1_000

/**
 * Returns a function that resolves with whether a write succeeds: a server that only reads refuses every call. Never
 * asks twice at once, so that a store that does not answer has one probe waiting.
 *
 * @param report is told why a write failed, once until one succeeds or fails for another reason: a balancer that sends
 * no calls any more leaves nothing else in the log
 */
export function storeAnswers(store: BackendStore, report: (error: unknown) => void): () => Promise<boolean> {
  let reported = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(true)
  let isAsking = false
  return () => {
    if (isAsking || wallClock.now() - askedAt < kept) return answer
    isAsking = true
    answer = store
      .set({ owner: 'backend', name: 'ready' }, '', 60_000)
      .then(
        () => {
          reported = ''
          return true
        },
        (error: unknown) => {
          if (String(error) !== reported) report(error)
          reported = String(error)
          return false
        },
      )
      .finally(() => {
        askedAt = wallClock.now()
        isAsking = false
      })
    return answer
  }
}
