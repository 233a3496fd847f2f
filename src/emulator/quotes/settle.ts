/** Carrying a quote out, and letting it expire. @module */
import type { Quote } from '../../spec/quotes.js'
import { timestamp } from '../clock.js'
import { balanceOf, type Line, platform, post } from '../ledger.js'
import { accountById } from '../lookup.js'
import { Refusal } from '../refusal.js'
import type { AccountRecord } from '../state.js'
import { completeTransaction, expireTransaction } from '../transactions/records.js'
import type { World } from '../world.js'

/** A quote as it stands now: past its `expiresAt` a pending one has expired. Throws 404 `QUOTE_NOT_FOUND`. */
export function currentQuote(world: World, id: string): Quote {
  const quote = world.state.quotes.get(id)
  if (!quote) throw new Refusal(404, 'QUOTE_NOT_FOUND', 'There is no such quote.')
  if (quote.status !== 'PENDING' || world.clock.now() < Date.parse(quote.expiresAt)) return quote
  const expired = { ...quote, status: 'EXPIRED' }
  world.state.quotes.set(id, expired)
  expireTransaction(world, quote.transactionId, quote.expiresAt)
  return expired
}

/** Brings every quote, and with it its transaction, up to date. */
export function expireQuotes(world: World): void {
  for (const id of world.state.quotes.keys()) currentQuote(world, id)
}

/** Throws 404 for an unknown quote and 409 for one that is executed or expired (code: wire-facts 6 [advice]). */
export function pendingQuote(world: World, id: string): Quote {
  const quote = currentQuote(world, id)
  if (quote.status !== 'PENDING') throw new Refusal(409, 'CONFLICT', `The quote is ${quote.status}.`)
  return quote
}

/**
 * Moves the money of a pending quote, all at once: both accounts are internal, so nothing is left to wait for and the
 * quote is COMPLETED. Throws 400 `INSUFFICIENT_BALANCE` and moves nothing when the source holds too little.
 */
export function settle(world: World, quote: Quote): Quote {
  const source = partyAccount(world, quote.source.accountId)
  const destination = partyAccount(world, quote.destination['accountId'])
  const sending = BigInt(quote.totalSendingAmount)
  if (balanceOf(world.state, source.id, source.currency) < sending) {
    throw new Refusal(400, 'INSUFFICIENT_BALANCE', 'The source account holds too little.')
  }
  post(world.state, linesOf(quote, source, destination))
  const completed = { ...quote, status: 'COMPLETED' }
  world.state.quotes.set(quote.id, completed)
  completeTransaction(world, completed, destination, timestamp(world.clock.now()))
  return completed
}

const partyAccount = (world: World, id: unknown): AccountRecord =>
  accountById(world, typeof id === 'string' ? id : '')

/** Out of one account, into the other, the fee to the platform, the conversion over the platform's own account. */
function linesOf(quote: Quote, source: AccountRecord, destination: AccountRecord): readonly Line[] {
  const sending = BigInt(quote.totalSendingAmount)
  const receiving = BigInt(quote.totalReceivingAmount)
  const fee = BigInt(quote.feesIncluded)
  return [
    { account: source.id, currency: source.currency, amount: -sending },
    { account: platform.fees, currency: source.currency, amount: fee },
    { account: platform.conversion, currency: source.currency, amount: sending - fee },
    { account: platform.conversion, currency: destination.currency, amount: -receiving },
    { account: destination.id, currency: destination.currency, amount: receiving },
  ]
}
