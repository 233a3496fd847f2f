/** The server's time on this page. All countdowns use it, because the workbench can move the clock. @module */
import { nowHeader } from '../contract.js'

let offset: number | undefined

/** Returns this device's time since 1970, without jumps of its clock. */
const deviceNow = (): number => performance.timeOrigin + performance.now()

/** Returns the emulator's time, in milliseconds since 1970. */
export const serverNow = (): number => deviceNow() + (offset ?? 0)

/** Learns the time from an answer. */
export const learnTime = (headers: Headers): void => learnNow(Number(headers.get(nowHeader) ?? Number.NaN))

/**
 * The maximum milliseconds by which a time may lag. A time that lags more is from another clock, such as that of a
 * restarted server.
 */
const late = 5_000

/** Learns the time, in milliseconds since 1970. A time that arrives late does not move the known time back. */
export function learnNow(told: number): void {
  const learned = told - deviceNow()
  if (Number.isFinite(told) && (offset === undefined || learned > offset || learned < offset - late))
    offset = learned
}

/** Returns the whole seconds until an ISO 8601 time. 0 once it has passed. */
export const secondsUntil = (moment: string): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - serverNow()) / 1000))
