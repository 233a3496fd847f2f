/** A payment that was sent, as this tab remembers it until its outcome is known. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'

/** How long to wait before each check, in milliseconds. The last value repeats. */
const pauses = [2_000, 4_000, 8_000, 15_000] as const

/** How long a payment whose answer was lost stays in doubt before the first check, so that the user can read why. */
const timeToRead = 3_000

/** A payment that was sent, and whose outcome the user does not know yet. */
export interface Sent {
  readonly quoteId: string
  /** ISO 8601 */
  readonly since: string
  /** The payment's amount and receiver. `undefined` until the platform has answered. */
  readonly payment: Payment | undefined
  /**
   * The result of the last check. `pending` means that the service has not executed the quote, but may still do so;
   * `waiting` means that it waits for the user, and that nothing has been paid.
   */
  readonly found: 'nothing yet' | 'unreachable' | 'pending' | 'waiting'
  /** The outcome, once it is known. */
  readonly outcome: Quote | undefined
  /** Whether this tab is executing the quote now. */
  readonly isUnderWay: boolean
}

/** The same payment with what only this tab needs of it. */
export interface Entry {
  readonly quoteId: string
  since: string
  payment: Payment | undefined
  found: Sent['found']
  outcome: Quote | undefined
  underWay: number
  isBeingRead: boolean
  looks: number
  /** When to check next, in milliseconds of this device's clock. */
  lookAt: number
}

/** Another tab may still be waiting for the answer. A payment that waits for the user is read at once. */
export const newEntry = (quoteId: string, since: string, waitsForUser: boolean): Entry => ({
  quoteId,
  since,
  payment: undefined,
  found: 'nothing yet',
  outcome: undefined,
  underWay: 0,
  isBeingRead: false,
  looks: 0,
  lookAt: waitsForUser ? 0 : Date.now() + pauses[0],
})

/** What the screens see. */
export const shown = ({ underWay, isBeingRead: _, looks: __, lookAt: ___, ...entry }: Entry): Sent => ({
  ...entry,
  isUnderWay: underWay > 0,
})

/** Says when to check again, after a check. */
export function lookLater(entry: Entry): void {
  entry.lookAt = Date.now() + (pauses[entry.looks] ?? 15_000)
  entry.looks += 1
}

/** Leaves the user time to read that the answer was lost, before the next check. */
export function giveTimeToRead(entry: Entry): void {
  entry.lookAt = Date.now() + timeToRead
}
