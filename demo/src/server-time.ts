/** The server's time on this page. All countdowns use it, because the workbench can advance the clock. @module */
import { nowHeader } from '../contract.js'

let offset: number | undefined

/** Returns the time on this device, in milliseconds since 1970. It does not jump if the device's clock is set. */
const deviceNow = (): number => performance.timeOrigin + performance.now()

/** Returns the emulator's time, in milliseconds since 1970. */
export const serverNow = (): number => deviceNow() + (offset ?? 0)

/** Learns the server's time from an answer's headers. */
export const learnTime = (headers: Headers): void => learnNow(Number(headers.get(nowHeader) ?? Number.NaN))

/**
 * How far a time may lag behind, in milliseconds. A time that lags more comes from another clock, such as that of a
 * restarted server.
 */
const late = 5_000

/** Learns the server's time, in milliseconds since 1970. A time from a late answer does not set the clock back. */
export function learnNow(told: number): void {
  const learned = told - deviceNow()
  if (Number.isFinite(told) && (offset === undefined || learned > offset || learned < offset - late))
    offset = learned
}
