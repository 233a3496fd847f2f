/** The server's time: the device's, corrected by as little as the answers seen allow. @module */
import type { Clock } from '../../clock.js'

/** All in milliseconds. An offset is the server's time minus the device's. */
export interface ServerTime {
  now(): number
  /** `undefined` until an answer has been seen here. */
  learned(): number | undefined
  /** Takes over what an earlier page or another tab has learned, unless something has been learned here. */
  correct(stored: number | undefined): void
  /** Learns from a `Date` header, which names the second in which an answer was made, and from when it was asked for. */
  learn(date: string | null, sentAt: number, receivedAt: number): void
}

export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  let learned: number | undefined
  return {
    now: () => clock.now() + offset,
    learned: () => learned,
    correct: (stored) => {
      offset = learned ?? stored ?? offset
    },
    learn: (date, sentAt, receivedAt) => {
      const second = Date.parse(date ?? '')
      if (Number.isNaN(second)) return
      offset = Math.min(Math.max(offset, second - receivedAt), second + 999 - sentAt)
      learned = offset
    },
  }
}
