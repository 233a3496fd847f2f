/**
 * Schemas and routes of transfers between an internal and an external account in the same currency (Quotes and
 * transfers).
 * @module
 */
import * as v from 'valibot'
import type { TypedRoute } from './route.js'
import { Amount, id, object, type Schema } from './schema.js'
import { Transaction } from './transactions.js'

/** One of the two accounts of a transfer. */
export interface TransferParty {
  readonly accountId: string
}

/** Body of an incoming or outgoing transfer. */
export interface TransferBody {
  readonly source: TransferParty
  readonly destination: TransferParty
  /** In the smallest unit of the accounts' currency; at least 1. */
  readonly amount: number
}

const internal = object({ accountId: id('InternalAccount') })
const external = object({ accountId: id('ExternalAccount') })
const amount = v.pipe(Amount, v.minValue(1))

/** The schema of a transfer from an internal to an external account. */
export const TransferOutBody: Schema<TransferBody> = object({
  source: internal,
  destination: external,
  amount,
})

/** The schema of a transfer from an external to an internal account [reference]. */
export const TransferInBody: Schema<TransferBody> = object({
  source: external,
  destination: internal,
  amount,
})

/** `POST /transfer-out`: supports an `Idempotency-Key`. The status 201 is from the public API reference [reference]. */
export const transferOutRoute: TypedRoute<TransferBody, Transaction, { idempotent: true }> = {
  operation: 'transferOut',
  method: 'POST',
  path: '/transfer-out',
  body: TransferOutBody,
  status: 201,
  answer: Transaction,
  idempotent: true,
}

/**
 * `POST /transfer-in`: supports an `Idempotency-Key`. The body and the answer are from the public API reference
 * [reference].
 */
export const transferInRoute: TypedRoute<TransferBody, Transaction, { idempotent: true }> = {
  operation: 'transferIn',
  method: 'POST',
  path: '/transfer-in',
  body: TransferInBody,
  status: 201,
  answer: Transaction,
  idempotent: true,
}
