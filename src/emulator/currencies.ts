/** The currencies the emulator deals in, with fixed rates. @module */
import type { Currency } from '../spec/money.js'

/** A currency and what one whole unit of it is worth. */
export interface CurrencyRow {
  readonly currency: Required<Currency>
  /** Millionths of a US dollar. */
  readonly value: bigint
}

const row = (code: string, name: string, symbol: string, decimals: number, value: bigint): CurrencyRow => ({
  currency: { code, name, symbol, decimals },
  value,
})

const rows: readonly CurrencyRow[] = [
  row('USDB', 'USD Bond', 'USDB', 6, 1_000_000n),
  row('USDC', 'USD Coin', 'USDC', 6, 1_000_000n),
  row('USD', 'United States Dollar', '$', 2, 1_000_000n),
  row('EUR', 'Euro', '€', 2, 1_080_000n),
  row('GBP', 'Pound Sterling', '£', 2, 1_270_000n),
  row('MXN', 'Mexican Peso', '$', 2, 55_000n),
  row('BRL', 'Brazilian Real', 'R$', 2, 180_000n),
  row('INR', 'Indian Rupee', '₹', 2, 12_000n),
  row('BTC', 'Bitcoin', '₿', 8, 100_000_000_000n),
]

const byCode = new Map(rows.map((entry) => [entry.currency.code, entry]))

/** The codes of all of them. */
export const currencyCodes: readonly string[] = rows.map(({ currency }) => currency.code)

/** The row of a currency. Throws a `RangeError` for a code that the emulator does not know. */
export function currencyRow(code: string): CurrencyRow {
  const found = byCode.get(code)
  if (!found)
    throw new RangeError(`The emulator has no currency ${code}; it has ${[...byCode.keys()].join(', ')}.`)
  return found
}
