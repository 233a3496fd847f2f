/** The server's time: the device's clock plus an offset, which is learned from answers. @module */
import type { Clock } from '../../clock.js'

/** The server's time. All values are in milliseconds. An offset is the server's time minus the device's. */
export interface ServerTime {
  now(): number
  /**
   * The earliest time that the server's clock may show. Until this page has learned an offset, a stored offset is
   * ignored if it is positive, because the device's clock may have been corrected in the meantime.
   */
  surely(): number
  offset(): number
  /** The offset learned in this page; `undefined` before the first answer. */
  learned(): number | undefined
  /** Uses the offset that an earlier page or another tab has stored, unless this page has learned one. */
  correct(stored: number | undefined): void
  /** Sets the offset that this page has learned from an answer. */
  learn(shown: number): void
}

/** Creates a server clock. It shows the device's time until an offset is learned or read from the record. */
export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  let learned: number | undefined
  return {
    now: () => clock.now() + offset,
    surely: () => clock.now() + (learned ?? Math.min(0, offset)),
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
