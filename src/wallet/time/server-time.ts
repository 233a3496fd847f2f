/** The server's time: the device's clock, corrected as little as the `Date` headers of answers allow. @module */
import type { Clock } from '../../clock.js'

/** All in milliseconds. An offset is the server's time minus the device's. */
export interface ServerTime {
  now(): number
  /** The offset learned in this page; `undefined` before its first answer. */
  learned(): number | undefined
  /** Takes over the offset that an earlier page or another tab has stored, unless this page has learned one. */
  correct(stored: number | undefined): void
  /** Learns the offset from an answer's `Date` header (whole seconds) and the times of sending and receiving. */
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
