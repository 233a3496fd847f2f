/** Handles `POST /quotes`: checks the request, and creates the quote with its transaction. @module */
import type { CreateQuoteBody, Quote } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput, orNotFound } from '../../handler/api-error.js'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { exchangeRate, type Price, priceOf, rateDetails } from '../../money/pricing.js'
import { newId } from '../../state/ids.js'
import type { LookupRecord } from '../../state/records/receiver-lookups.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import {
  type Initiator,
  outgoingTransaction,
  putQuote,
  putTransaction,
  type TransactionNotes,
} from '../transactions/records.js'
import { receiverLimits } from '../uma/lookup.js'
import { textCode } from './challenges.js'
import { type Receiver, receiverOf, type Sender, senderOf } from './parties.js'
import { requirePayerData } from './payer-data.js'
import { payingPart } from './paying-part.js'
import { planOf } from './plan.js'
import { settleQuote } from './settle.js'

/**
 * How long a quote is valid, in milliseconds: five minutes. The service's quotes typically last 1 to 5 minutes
 * (Limits).
 */
export const quoteLifetime: number = 5 * 60_000

/** Handles `POST /quotes` for the platform. */
export async function createQuote({ context, body }: Call<CreateQuoteBody>): Promise<HandlerResult<Quote>> {
  return { answer: await quoteFor(context, body) }
}

/**
 * Creates a quote and its PENDING transaction, and executes the quote if `immediatelyExecute` is set. If the request is
 * invalid, this function rejects with an `ApiError` and changes nothing. If only the execution fails, it rejects too,
 * but the quote stays PENDING.
 */
export async function quoteFor(context: Context, body: CreateQuoteBody, by: Initiator = {}): Promise<Quote> {
  const sender = senderOf(context, body)
  refuseImmediate(body, sender)
  const lookup = lookupOf(context, body, sender)
  const receiver = receiverOf(context, body, sender, lookup)
  requirePayerData(body, receiver, lookup)
  const customerId = sender.customerId ?? receiver.ownerId
  if (customerId === undefined)
    throw invalidInput('The quote must name the customer who pays.', 'source.customerId')

  const price = priceOf[body.lockedCurrencySide](
    BigInt(body.lockedCurrencyAmount),
    sender.currency,
    receiver.currency,
  )
  refuseExtremes(price, lookup)

  const id = newId('Quote')
  const paying = await payingPart(context, id, body, sender, price)
  // There is no `await` after this line, so only one quote can take over a lookup's transaction.
  const { transactionId = newId('Transaction') } = takenOver(context, lookup?.id)
  const now = context.clock.now()
  const quote: Quote = {
    id,
    status: 'PENDING',
    createdAt: timestamp(now),
    expiresAt: timestamp(now + quoteLifetime),
    source: { ...sender.view, customerId },
    destination: receiver.view,
    sendingCurrency: sender.currency.currency,
    receivingCurrency: receiver.currency.currency,
    totalSendingAmount: Number(price.sending),
    totalReceivingAmount: Number(price.receiving),
    exchangeRate: exchangeRate(sender.currency, receiver.currency),
    feesIncluded: Number(price.fee),
    rateDetails: { ...rateDetails(price), counterpartyMultiplier: 1, counterpartyFixedFee: 0 },
    transactionId,
    ...counterpartyPart(receiver),
    ...paying,
  }
  keep(context, quote, customerId, { ...notesOf(body, receiver), ...by })
  context.state.quotePlans.set(id, planOf(sender, receiver, price, customerId))
  if (!body.immediatelyExecute) return quote
  const executed = settleQuote(context, quote)
  await textCode(context, id)
  return executed
}

function refuseImmediate({ immediatelyExecute, source }: CreateQuoteBody, { account }: Sender): void {
  if (!immediatelyExecute) return
  if (source.sourceType === 'REALTIME_FUNDING') {
    throw invalidInput(
      'A quote with real-time funding cannot be executed at once, because it waits for its payment.',
      'immediatelyExecute',
    )
  }
  if (account?.wallet) {
    throw invalidInput(
      'A quote from an embedded wallet cannot be executed at once, because its execution needs a stamp.',
      'immediatelyExecute',
    )
  }
}

/**
 * Returns the lookup that `lookupId` names, or `undefined` if the body has no `lookupId`. Throws 404
 * `LOOKUP_REQUEST_NOT_FOUND` for an unknown lookup, and 400 `INVALID_RECEIVER` if the lookup was for another receiver.
 * Throws 400 if the lookup belongs to another customer, or if a quote to a UMA address has no lookup.
 */
function lookupOf(context: Context, body: CreateQuoteBody, { customerId }: Sender): LookupRecord | undefined {
  const { destination, lookupId } = body
  if (lookupId === undefined) {
    if (destination.destinationType !== 'UMA_ADDRESS') return undefined
    throw invalidInput('A quote to a UMA address needs the lookupId of that address.', 'lookupId')
  }
  const lookup = orNotFound(context.state.lookups.get(lookupId), 'lookup', 'LOOKUP_REQUEST_NOT_FOUND')
  const receiver =
    destination.destinationType === 'UMA_ADDRESS'
      ? destination.umaAddress.toLowerCase()
      : destination.accountId
  if (lookup.receiver !== receiver) {
    throw new ApiError(400, 'INVALID_RECEIVER', 'The lookup was for another receiver.')
  }
  if (lookup.customerId !== undefined && customerId !== undefined && lookup.customerId !== customerId) {
    throw invalidInput('The lookup belongs to another customer.', 'lookupId')
  }
  return lookup
}

/**
 * Removes a lookup's transaction id and returns the id, so that only the first quote that uses the lookup gets the
 * transaction.
 */
function takenOver(context: Context, lookupId: string | undefined): { readonly transactionId?: string } {
  const lookup = context.state.lookups.get(lookupId ?? '')
  if (lookup?.transactionId === undefined) return {}
  const { transactionId, ...rest } = lookup
  context.state.lookups.set(lookup.id, rest)
  return { transactionId }
}

function refuseExtremes({ sending, receiving }: Price, lookup: LookupRecord | undefined): void {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  const most = lookup ? BigInt(receiverLimits.max) : largest
  if (sending < 1n || receiving < 1n || sending > largest || receiving > most) {
    throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The sending or receiving amount is zero or too large.')
  }
}

function counterpartyPart({
  counterpartyInformation = {},
}: Receiver): Pick<Quote, 'counterpartyInformation'> {
  return Object.keys(counterpartyInformation).length > 0 ? { counterpartyInformation } : {}
}

const notesOf = ({ description }: CreateQuoteBody, receiver: Receiver): TransactionNotes => ({
  ...(description === undefined ? {} : { description }),
  ...counterpartyPart(receiver),
})

type Notes = TransactionNotes & Initiator

function keep(context: Context, quote: Quote, customerId: string, notes: Notes): void {
  putQuote(context, quote)
  const created = context.state.transactions.get(quote.transactionId)
  putTransaction(context, {
    ...outgoingTransaction(context, quote, customerId, notes),
    ...(created?.createdAt === undefined ? {} : { createdAt: created.createdAt }),
  })
  schedule(context, Date.parse(quote.expiresAt), 'quote', quote.id)
}
