/** The server's time: the device's clock, corrected as little as the `Date` headers of answers allow. @module */
import type { Clock } from '../../clock.js'

/** All in milliseconds. An offset is the server's time minus the device's. */
export interface ServerTime {
  now(): number
  /** The offset learned in this page; `undefined` before its first answer. */
  learned(): number | undefined
  /** Takes over the offset that an earlier page or another tab has stored, unless this page has learned one. */
  correct(stored: number | undefined): void
  /**
   * Learns the offset from an answer's `Date` header (whole seconds) and the times of sending and receiving. Once one has been
   * learned, the clock goes back by more than 10 s only if two answers in a row say so that no cache can have kept.
   *
   * @param mayBeKept the answer to a GET, which a service worker may have kept
   */
  learn(date: string | null, sentAt: number, receivedAt: number, mayBeKept: boolean): void
}

/** Milliseconds. One answer alone does not set the clock back by more. */
const smallStep = 10_000

export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  let learned: number | undefined
  let doubted: number | undefined
  return {
    now: () => clock.now() + offset,
    learned: () => learned,
    correct: (stored) => {
      offset = learned ?? stored ?? offset
    },
    learn: (date, sentAt, receivedAt, mayBeKept) => {
      const second = Date.parse(date ?? '')
      if (Number.isNaN(second)) return
      const next = Math.min(Math.max(offset, second - receivedAt), second + 999 - sentAt)
      if (learned !== undefined && next < offset - smallStep) {
        if (mayBeKept) return
        const isConfirmed = doubted !== undefined && Math.abs(next - doubted) <= smallStep
        doubted = next
        if (!isConfirmed) return
      }
      doubted = undefined
      offset = next
      learned = next
    },
  }
}
