/** The server's time on this page: every countdown runs by it, since the workbench can move the clock. @module */
import { nowHeader } from '../contract.js'

let offset = 0

/** Milliseconds since 1970, as the emulator counts. */
export const serverNow = (): number => Date.now() + offset

/** Takes the time from an answer. */
export const learnTime = (headers: Headers): void => learnNow(Number(headers.get(nowHeader) ?? Number.NaN))

/** Takes the time, in milliseconds since 1970. */
export function learnNow(told: number): void {
  if (Number.isFinite(told)) offset = told - Date.now()
}

/** Whole seconds until an ISO 8601 moment; 0 once it has passed. */
export const secondsUntil = (moment: string): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - serverNow()) / 1000))
