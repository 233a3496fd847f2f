/** The server's time: the device's clock and an offset, which answers show. @module */
import type { Clock } from '../../clock.js'

/** All in milliseconds. An offset is the server's time minus the device's. */
export interface ServerTime {
  now(): number
  offset(): number
  /** The offset learned in this page; `undefined` before its first answer. */
  learned(): number | undefined
  /** Takes over the offset that an earlier page or another tab has stored, unless this page has learned one. */
  correct(stored: number | undefined): void
  /** Takes the offset that an answer to this page has shown. */
  learn(shown: number): void
}

export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  let learned: number | undefined
  return {
    now: () => clock.now() + offset,
    offset: () => offset,
    learned: () => learned,
    correct: (stored) => {
      offset = learned ?? stored ?? offset
    },
    learn: (shown) => {
      offset = shown
      learned = shown
    },
  }
}
