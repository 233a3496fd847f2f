/** Tells a balancer whether the store takes what the backend writes. @module */
import type { BackendStore } from '../../backend/index.js'
import { wallClock } from '../../clock.js'

/** How long an answer is kept, in milliseconds: anyone may ask, and a probe costs an access. */
const kept = 1_000

/**
 * Returns a function that resolves with whether a write succeeds: a server that only reads refuses every call. Never
 * asks twice at once, so that a store that does not answer has one probe waiting.
 */
export function storeAnswers(store: BackendStore): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(true)
  let isAsking = false
  return () => {
    if (isAsking || wallClock.now() - askedAt < kept) return answer
    isAsking = true
    answer = store
      .set({ owner: 'backend', name: 'ready' }, '', 60_000)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        askedAt = wallClock.now()
        isAsking = false
      })
    return answer
  }
}
