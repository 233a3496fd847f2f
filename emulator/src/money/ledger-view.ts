/** A read-only view of the ledger, for tests. @module */
import { type Books, balanceOf, isBalanced, platform } from './ledger.js'

/** Read-only access to the ledger. */
export interface LedgerView {
  /** Returns all nonzero balances, in the currency's smallest unit, including those of the platform's own accounts. */
  balances(): readonly { readonly account: string; readonly currency: string; readonly amount: bigint }[]
  /** Returns an account's balance in the currency's smallest unit; 0 for an unknown account. */
  balance(account: string, currency: string): bigint
  /** Whether every posting adds up to zero and all balances match the postings. */
  balanced(): boolean
  /** The names of the platform's own accounts. */
  readonly platform: typeof platform
}

/** Creates a view. Every read calls `books`, because a reset replaces the books. */
export function createLedgerView(books: () => Omit<Books, 'moved'>): LedgerView {
  const balances: LedgerView['balances'] = () =>
    [...books().balances].flatMap(([key, amount]) => {
      const [account = '', currency = ''] = key.split(' ')
      return amount === 0n ? [] : [{ account, currency, amount }]
    })
  return {
    balances,
    balance: (account, currency) => balanceOf(books(), account, currency),
    balanced: () => isBalanced(books()),
    platform,
  }
}
