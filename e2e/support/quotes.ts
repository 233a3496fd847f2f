/** Creates quotes as the platform's own server does, and reads balances. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { ServedStack } from '../served-stack.js'

export interface Quoted {
  readonly quote: Quote
  /** The id of the account that the quote pays. */
  readonly receiver: string
}

/** Creates a quote for 25 USDB from the stack's wallet to a new account in USD. */
export async function quoteFor(stack: ServedStack): Promise<Quoted> {
  const { account } = await stack.emulator.provision({
    email: 'grace@example.com',
    accountType: 'INTERNAL_FIAT',
    currency: 'USD',
  })
  const quote = await stack.service<Quote>('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: stack.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: account.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 25_000_000,
  })
  return { quote, receiver: account.id }
}

/** Resolves with the balance, in the smallest unit. */
export async function balanceOf(stack: ServedStack, accountId: string): Promise<number> {
  const { data } = await stack.service<{ data: { id: string; balance: { amount: number } }[] }>(
    'GET',
    '/customers/internal-accounts',
  )
  return data.find(({ id }) => id === accountId)?.balance.amount ?? Number.NaN
}
