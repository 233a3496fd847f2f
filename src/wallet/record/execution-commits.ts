/** The commits of a payment, from before it is first sent until its outcome is known. Pure functions. @module */

import { jsonOf } from '../../wire/json.js'
import type { AwaitedAuthorization } from '../machine/machine.js'
import type { Commit, Execution } from './record.js'

/** How many quotes with a known outcome are remembered. */
const settledLimit = 32

/**
 * Records that a call which may pay a quote is about to be sent: its execution, or its authorization. The first send
 * stores the idempotency key of `fresh`; later sends use the stored key. Changes nothing if the outcome is known, or if
 * the quote has expired and was never sent.
 */
export const sending =
  (fresh: Omit<Execution, 'unanswered'>, hasExpired: boolean): Commit =>
  (record) => {
    const { unsettled = [], settled } = record
    if (settled?.includes(fresh.quoteId)) return undefined
    const known = unsettled.find(({ quoteId }) => quoteId === fresh.quoteId)
    if (known === undefined) {
      return hasExpired ? undefined : { ...record, unsettled: [...unsettled, { ...fresh, unanswered: 1 }] }
    }
    const again = { ...known, unanswered: known.unanswered + 1 }
    return { ...record, unsettled: unsettled.map((entry) => (entry === known ? again : entry)) }
  }

/** Records that one send had no effect. Without another unanswered send, the quote was refused, and is dropped. */
export const dropSend =
  (quoteId: string, idempotencyKey: string): Commit =>
  ({ unsettled = [], ...rest }) => {
    const known = unsettled.find(
      (entry) => entry.quoteId === quoteId && entry.idempotencyKey === idempotencyKey,
    )
    if (known === undefined) return undefined
    const left = { ...known, unanswered: known.unanswered - 1 }
    return withUnsettled(
      rest,
      unsettled.flatMap((entry) => (entry !== known ? [entry] : left.unanswered > 0 ? [left] : [])),
    )
  }

/**
 * Records what a payment that was sent waits for; without `waitsFor`, that it does not wait. A payment that is settled,
 * or that was not sent from here, stays as it is.
 */
export const waiting =
  (quoteId: string, waitsFor: AwaitedAuthorization | undefined): Commit =>
  (record) => {
    const { unsettled = [] } = record
    const known = unsettled.find((entry) => entry.quoteId === quoteId)
    if (known === undefined || jsonOf(known.waitsFor) === jsonOf(waitsFor)) return undefined
    const { waitsFor: _, ...rest } = known
    const next = { ...rest, ...(waitsFor && { waitsFor }) }
    return { ...record, unsettled: unsettled.map((entry) => (entry === known ? next : entry)) }
  }

/** Records that the outcome of a quote is known. */
export const settling =
  (quoteId: string): Commit =>
  ({ unsettled, settled = [], ...rest }) =>
    unsettled?.some((entry) => entry.quoteId === quoteId)
      ? withUnsettled(
          { ...rest, settled: [...settled, quoteId].slice(-settledLimit) },
          unsettled.filter((entry) => entry.quoteId !== quoteId),
        )
      : undefined

const withUnsettled = (
  rest: NonNullable<ReturnType<Commit>>,
  unsettled: readonly Execution[],
): ReturnType<Commit> => (unsettled.length > 0 ? { ...rest, unsettled } : rest)
