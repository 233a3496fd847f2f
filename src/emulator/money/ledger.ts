/** The double-entry ledger: every posting moves money between accounts and adds up to zero. @module */

/** One side of a posting. */
export interface Line {
  /** An internal account's id, or an account of the platform such as `platform:fees`. */
  readonly account: string
  readonly currency: string
  /** Smallest unit; positive into the account, negative out of it. */
  readonly amount: bigint
}

/** Lines that are posted together. */
export interface Posting {
  readonly lines: readonly Line[]
}

/**
 * The platform's own accounts: the source of funding, the fees, the conversion of one currency into another, money in
 * transit between two accounts, and everything outside the service, such as banks, chains and other providers.
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
  /** By ledger account. */
  readonly balances: Map<string, bigint>
  /** Accounts that were posted to since the set was last cleared; `post` adds to it. */
  readonly moved: Set<string>
}

const keyOf = (account: string, currency: string): string => `${account} ${currency}`

/** The balance of an account in a currency, smallest unit. */
export function balanceOf(books: Pick<Books, 'balances'>, account: string, currency: string): bigint {
  return books.balances.get(keyOf(account, currency)) ?? 0n
}

/**
 * Writes a posting, all or nothing.
 *
 * Throws a `RangeError` and writes nothing when its lines do not add up to zero in each currency, or when an account
 * other than the platform's would fall below zero.
 */
export function post(books: Books, lines: readonly Line[]): void {
  if (!addsUp(lines)) throw new RangeError('The lines of a posting do not add up to zero.')
  const next = new Map<string, bigint>()
  for (const { account, currency, amount } of lines) {
    const key = keyOf(account, currency)
    next.set(key, (next.get(key) ?? balanceOf(books, account, currency)) + amount)
  }
  for (const [key, balance] of next) {
    if (balance < 0n && !key.startsWith('platform:'))
      throw new RangeError('An account would fall below zero.')
  }
  for (const [key, balance] of next) books.balances.set(key, balance)
  for (const { account } of lines) books.moved.add(account)
  books.postings.push({ lines })
}

/** The lines that undo a posting. */
export const reversed = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => ({ ...line, amount: -line.amount }))

/** Whether every posting adds up to zero and the balances are the sums of the postings. */
export function balanced(books: Omit<Books, 'moved'>): boolean {
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
