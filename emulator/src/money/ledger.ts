/** The double-entry ledger: every posting moves money between accounts and adds up to zero. @module */

/** One line of a posting: it moves money into an account or out of it. */
export interface Line {
  /** An internal account's id, or a platform account such as `platform:fees`. */
  readonly account: string
  readonly currency: string
  /** In the currency's smallest unit. Positive if money moves into the account, negative if it moves out. */
  readonly amount: bigint
}

/** A set of lines that are posted together. */
export interface Posting {
  readonly lines: readonly Line[]
}

/**
 * The platform's own accounts. `transit` holds money on its way between two accounts. `outside` stands for everything
 * outside the service, such as banks, blockchains and other providers.
 */
export const platform = {
  funding: 'platform:funding',
  fees: 'platform:fees',
  conversion: 'platform:conversion',
  transit: 'platform:transit',
  outside: 'platform:outside',
} as const

/** The books: all postings, and the balances that they add up to. */
export interface Books {
  readonly postings: Posting[]
  /** The balances. A key is the account and the currency, separated by a space. */
  readonly balances: Map<string, bigint>
  /** The accounts that `post` has changed since the set was last cleared. */
  readonly moved: Set<string>
}

const keyOf = (account: string, currency: string): string => `${account} ${currency}`

/** Returns the balance of an account in a currency, in the currency's smallest unit. */
export function balanceOf(books: Pick<Books, 'balances'>, account: string, currency: string): bigint {
  return books.balances.get(keyOf(account, currency)) ?? 0n
}

/**
 * Posts the lines as one posting.
 *
 * Throws a `RangeError`, and posts nothing, if the lines do not add up to zero in each currency, or if a balance would
 * become negative. Only accounts whose name starts with `platform:` may have a negative balance.
 */
export function post(books: Books, lines: readonly Line[]): void {
  if (!addsUp(lines)) throw new RangeError('The lines of a posting do not add up to zero.')
  const next = new Map<string, bigint>()
  for (const { account, currency, amount } of lines) {
    const key = keyOf(account, currency)
    next.set(key, (next.get(key) ?? balanceOf(books, account, currency)) + amount)
  }
  for (const [key, balance] of next) {
    if (balance < 0n && !key.startsWith('platform:')) throw new RangeError('A balance would become negative.')
  }
  for (const [key, balance] of next) books.balances.set(key, balance)
  for (const { account } of lines) books.moved.add(account)
  books.postings.push({ lines })
}

/** Returns the lines that move an amount from one account to another. */
export const movement = (from: string, to: string, currency: string, amount: bigint): readonly Line[] => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount },
]

/** Returns the lines that undo a posting. */
export const reverse = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => ({ ...line, amount: -line.amount }))

/** Whether every posting adds up to zero and all balances match the postings. */
export function isBalanced(books: Omit<Books, 'moved'>): boolean {
  const sums = new Map<string, bigint>()
  for (const { lines } of books.postings) {
    if (!addsUp(lines)) return false
    for (const { account, currency, amount } of lines) {
      const key = keyOf(account, currency)
      sums.set(key, (sums.get(key) ?? 0n) + amount)
    }
  }
  return sums.size === books.balances.size && [...sums].every(([key, sum]) => books.balances.get(key) === sum)
}

function addsUp(lines: readonly Line[]): boolean {
  const totals = new Map<string, bigint>()
  for (const { currency, amount } of lines) totals.set(currency, (totals.get(currency) ?? 0n) + amount)
  return [...totals.values()].every((total) => total === 0n)
}
