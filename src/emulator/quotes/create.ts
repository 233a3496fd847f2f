/** `POST /quotes` between internal accounts. @module */
import { bytesToHex, sha256, utf8 } from '../../encoding.js'
import type { CreateQuoteBody } from '../../spec/quote-creation.js'
import type { Quote } from '../../spec/quotes.js'
import { timestamp } from '../clock.js'
import { type CurrencyRow, currencyRow } from '../currencies.js'
import { newId } from '../ids.js'
import { accountById } from '../lookup.js'
import { invalidInput, Refusal } from '../refusal.js'
import type { Call, Outcome } from '../room.js'
import { payloadToSign } from '../signed/payload.js'
import type { AccountRecord } from '../state.js'
import { outgoingTransaction } from '../transactions/records.js'
import type { World } from '../world.js'
import { exchangeRate, type Price, priceOf, rateDetails } from './pricing.js'
import { settle } from './settle.js'

/** A quote's validity: five minutes (Limits: typically 1 to 5). */
export const quoteLifetime: number = 5 * 60_000

/** Answers the call. External accounts, UMA addresses and real-time funding are refused with 501 `NOT_IMPLEMENTED`. */
export async function createQuote(call: Call<CreateQuoteBody>): Promise<Outcome<Quote>> {
  const { world, body } = call
  const { source, destination } = accountsOf(world, body)
  if (body.immediatelyExecute && source.wallet) {
    throw invalidInput(
      'A quote from an embedded wallet is not executed at once: it has to be stamped.',
      'immediatelyExecute',
    )
  }
  const from = currencyRow(source.currency)
  const to = currencyRow(destination.currency)
  const price = priceOf[body.lockedCurrencySide](BigInt(body.lockedCurrencyAmount), from, to)
  refuseExtremes(price)

  const now = world.clock.now()
  const id = newId('Quote')
  const signing = source.wallet ? await signingPart(world, id, source, source.wallet, price) : {}
  const quote: Quote = {
    id,
    status: 'PENDING',
    createdAt: timestamp(now),
    expiresAt: timestamp(now + quoteLifetime),
    source: { sourceType: 'ACCOUNT', accountId: source.id, customerId: source.customerId },
    destination: destinationView(body, destination),
    ...moneyPart(price, from, to),
    transactionId: newId('Transaction'),
    ...signing,
  }
  world.state.quotes.set(id, quote)
  world.state.transactions.set(quote.transactionId, outgoingTransaction(world, quote, body.description))
  return { answer: body.immediatelyExecute ? settle(world, quote) : quote }
}

function accountsOf(world: World, body: CreateQuoteBody): Record<'source' | 'destination', AccountRecord> {
  const { source, destination } = body
  const external =
    destination.destinationType === 'ACCOUNT' && destination.accountId.startsWith('ExternalAccount:')
  if (source.sourceType !== 'ACCOUNT' || destination.destinationType !== 'ACCOUNT' || external) {
    throw new Refusal(501, 'NOT_IMPLEMENTED', 'The emulator quotes between internal accounts.')
  }
  const from = accountById(world, source.accountId)
  const to = accountById(world, destination.accountId)
  if (source.customerId !== undefined && source.customerId !== from.customerId) {
    throw invalidInput('The source account is another customer’s.', 'source.customerId')
  }
  if (from.id === to.id) throw new Refusal(400, 'SELF_PAYMENT', 'Source and destination are one account.')
  return { source: from, destination: to }
}

function refuseExtremes({ sending, receiving }: Price): void {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  if (sending < 1n || receiving < 1n || sending > largest || receiving > largest) {
    throw new Refusal(
      400,
      'AMOUNT_OUT_OF_RANGE',
      'One side of the quote is nothing, or more than can be told exactly.',
    )
  }
}

const moneyPart = (
  price: Price,
  from: CurrencyRow,
  to: CurrencyRow,
): Pick<
  Quote,
  | 'sendingCurrency'
  | 'receivingCurrency'
  | 'totalSendingAmount'
  | 'totalReceivingAmount'
  | 'exchangeRate'
  | 'feesIncluded'
> & { readonly rateDetails: ReturnType<typeof rateDetails> } => ({
  sendingCurrency: from.currency,
  receivingCurrency: to.currency,
  totalSendingAmount: Number(price.sending),
  totalReceivingAmount: Number(price.receiving),
  exchangeRate: exchangeRate(from, to),
  feesIncluded: Number(price.fee),
  rateDetails: rateDetails(price),
})

function destinationView({ destination }: CreateQuoteBody, account: AccountRecord): Quote['destination'] {
  const rail = destination.destinationType === 'ACCOUNT' ? destination.paymentRail : undefined
  return {
    destinationType: 'ACCOUNT',
    accountId: account.id,
    ...(rail === undefined ? {} : { paymentRail: rail }),
  }
}

/** The quote itself is the challenge: its payload stands at top level and in the instructions (wire-facts 5.3). */
async function signingPart(
  world: World,
  quoteId: string,
  source: AccountRecord,
  wallet: NonNullable<AccountRecord['wallet']>,
  price: Price,
): Promise<Required<Pick<Quote, 'payloadToSign' | 'paymentInstructions'>>> {
  const transfer = [quoteId, source.id, price.sending, price.receiving].join(' ')
  const text = payloadToSign(world, wallet.organizationId, {
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    parameters: {
      signWith: wallet.walletId,
      type: 'TRANSACTION_TYPE_SPARK',
      unsignedTransaction: bytesToHex(await sha256(utf8(transfer))),
    },
  })
  return {
    payloadToSign: text,
    paymentInstructions: [{ accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: text } }],
  }
}
