/**
 * Learns the server's time from the `Date` headers of answers. An answer moves the learned time only as far as its
 * header requires.
 * @module
 */
import type { ServerTime } from './server-time.js'

/** How far a single answer that no cache can have kept may move the learned server time back, in milliseconds. */
const smallStep = 10_000

/** An answer's `Date` header, and when the request was sent and answered. */
export interface DatedAnswer {
  /** The `Date` header, in whole seconds. */
  readonly date: string | null
  /** When the request was sent, in milliseconds of the device's clock. */
  readonly sentAt: number
  /** When the answer arrived, in milliseconds of the device's clock. */
  readonly receivedAt: number
}

/**
 * Returns a function that learns the server's time from an answer. Once a time has been learned, an answer that may
 * come from a cache never moves it back: each such step would be counted from the one before, and they would add up.
 * Other answers move it back by more than 10 s only if two in a row agree on that. `mayBeKept` is true for the answer
 * to a GET, which a service worker may have cached.
 */
export function createTimeLearner(time: ServerTime): (answer: DatedAnswer, mayBeKept: boolean) => void {
  let doubted: number | undefined
  return ({ date, sentAt, receivedAt }, mayBeKept) => {
    const second = Date.parse(date ?? '')
    if (Number.isNaN(second)) return
    const offset = time.offset()
    const next = Math.min(Math.max(offset, second - receivedAt), second + 999 - sentAt)
    const isBack = time.learned() !== undefined && next < offset
    if (isBack && mayBeKept) return
    if (isBack && next < offset - smallStep) {
      const isConfirmed = doubted !== undefined && Math.abs(next - doubted) <= smallStep
      doubted = next
      if (!isConfirmed) return
    }
    doubted = undefined
    time.learn(next)
  }
}
