/** Schemas and routes of the payments that the sandbox simulates (Sandbox endpoints). @module */
import * as v from 'valibot'
import { CurrencyCode } from './money.js'
import { UmaAddress } from './person.js'
import type { TypedRoute } from './route.js'
import { Amount, id, object, type Schema } from './schema.js'
import { Transaction } from './transactions.js'

/** Body of {@link sandboxSendRoute}, which simulates the payment for a quote whose source is `REALTIME_FUNDING`. */
export interface SandboxSendBody {
  readonly quoteId: string
  readonly currencyCode: string
  /** In the currency's smallest unit. Default: the quote's `totalSendingAmount` [reference]. */
  readonly currencyAmount?: number
}

/** `POST /sandbox/send`. The answer is from the public API reference [reference]. */
export const sandboxSendRoute: TypedRoute<SandboxSendBody, Transaction> = {
  operation: 'sandboxSend',
  method: 'POST',
  path: '/sandbox/send',
  body: object({
    quoteId: id('Quote'),
    currencyCode: CurrencyCode,
    currencyAmount: v.exactOptional(v.pipe(Amount, v.minValue(1))),
  }),
  answer: Transaction,
}

/** Body of {@link sandboxReceiveUmaRoute}, which simulates a UMA payment to one of the platform's customers. */
export interface SandboxReceiveUmaBody {
  readonly senderUmaAddress: string
  /** At least one of `receiverUmaAddress` and `customerId` is required [reference]. */
  readonly receiverUmaAddress?: string
  readonly customerId?: string
  readonly receivingCurrencyCode: string
  /** In the currency's smallest unit. */
  readonly receivingCurrencyAmount: number
}

export const SandboxReceiveUmaBody: Schema<SandboxReceiveUmaBody> = v.pipe(
  object({
    senderUmaAddress: UmaAddress,
    receiverUmaAddress: v.exactOptional(UmaAddress),
    customerId: v.exactOptional(id('Customer')),
    receivingCurrencyCode: CurrencyCode,
    receivingCurrencyAmount: v.pipe(Amount, v.minValue(1)),
  }),
  v.check(
    (body) => body.receiverUmaAddress !== undefined || body.customerId !== undefined,
    'receiverUmaAddress or customerId',
  ),
)

/** `POST /sandbox/uma/receive`. The answer is from the public API reference [reference]. */
export const sandboxReceiveUmaRoute: TypedRoute<SandboxReceiveUmaBody, Transaction> = {
  operation: 'sandboxReceiveUma',
  method: 'POST',
  path: '/sandbox/uma/receive',
  body: SandboxReceiveUmaBody,
  answer: Transaction,
}
