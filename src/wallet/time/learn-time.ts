/** Learns the server's time from the `Date` headers of answers, and corrects the clock as little as they allow. @module */
import type { ServerTime } from './server-time.js'

/** Milliseconds. One answer alone does not set the clock back by more. */
const smallStep = 10_000

/** What an answer tells of the time. */
export interface DatedAnswer {
  /** The `Date` header, in whole seconds. */
  readonly date: string | null
  /** When it was asked for and received, in milliseconds of the device's clock. */
  readonly sentAt: number
  readonly receivedAt: number
}

/**
 * Returns the function that learns from an answer. Once the time has been learned, it goes back by more than 10 s only if two
 * answers in a row say so that no cache can have kept. `mayBeKept`: the answer to a GET, which a service worker may have kept.
 */
export function createTimeLearner(time: ServerTime): (answer: DatedAnswer, mayBeKept: boolean) => void {
  let doubted: number | undefined
  return ({ date, sentAt, receivedAt }, mayBeKept) => {
    const second = Date.parse(date ?? '')
    if (Number.isNaN(second)) return
    const offset = time.offset()
    const next = Math.min(Math.max(offset, second - receivedAt), second + 999 - sentAt)
    if (time.learned() !== undefined && next < offset - smallStep) {
      if (mayBeKept) return
      const isConfirmed = doubted !== undefined && Math.abs(next - doubted) <= smallStep
      doubted = next
      if (!isConfirmed) return
    }
    doubted = undefined
    time.learn(next)
  }
}
