/** The server's time on this page: every countdown runs by it, since the workbench can move the clock. @module */
import { nowHeader } from '../contract.js'

let offset: number | undefined

/** This device's time since 1970 without the jumps that its clock may make. */
const deviceNow = (): number => performance.timeOrigin + performance.now()

/** Milliseconds since 1970, as the emulator counts. */
export const serverNow = (): number => deviceNow() + (offset ?? 0)

/** Takes the time from an answer. */
export const learnTime = (headers: Headers): void => learnNow(Number(headers.get(nowHeader) ?? Number.NaN))

/** By how many milliseconds a time may lag. If it lags more, it is of another clock, such as that of a restarted server. */
const late = 5_000

/** Takes the time, in milliseconds since 1970. What was told late makes the time no earlier than it is known to be. */
export function learnNow(told: number): void {
  const learned = told - deviceNow()
  if (Number.isFinite(told) && (offset === undefined || learned > offset || learned < offset - late))
    offset = learned
}

/** Whole seconds until an ISO 8601 moment; 0 once it has passed. */
export const secondsUntil = (moment: string): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - serverNow()) / 1000))
