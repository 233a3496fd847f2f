/** The server's time: the device's, corrected by as little as the answers seen allow. @module */
import type { Clock } from './ports.js'

/** All in milliseconds. */
export interface ServerTime {
  now(): number
  /** Server's time minus the device's. */
  offset(): number
  /** Takes up an offset learned by an earlier page. */
  correct(offset: number): void
  /** Learns from a `Date` header, which names the second in which an answer was made, and from when it was asked for. */
  learn(date: string | null, sentAt: number, receivedAt: number): void
}

export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  return {
    now: () => clock.now() + offset,
    offset: () => offset,
    correct: (learned) => {
      offset = learned
    },
    learn: (date, sentAt, receivedAt) => {
      const second = Date.parse(date ?? '')
      if (Number.isNaN(second)) return
      offset = Math.min(Math.max(offset, second - receivedAt), second + 999 - sentAt)
    },
  }
}
