/** The currencies that the emulator supports, with fixed rates. @module */
import type { Currency } from 'embedded-wallet-auth/wire'

/** A currency and its value. */
export interface CurrencyRow {
  readonly currency: Required<Currency>
  /** The value of one whole unit, in millionths of a US dollar. */
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
  row('USDT', 'Tether USD', 'USDT', 6, 1_000_000n),
  row('CAD', 'Canadian Dollar', '$', 2, 730_000n),
  row('AED', 'UAE Dirham', 'AED', 2, 272_000n),
  row('DKK', 'Danish Krone', 'kr', 2, 145_000n),
  row('HKD', 'Hong Kong Dollar', '$', 2, 128_000n),
  row('IDR', 'Indonesian Rupiah', 'Rp', 2, 61n),
  row('MYR', 'Malaysian Ringgit', 'RM', 2, 225_000n),
  row('SGD', 'Singapore Dollar', '$', 2, 745_000n),
  row('THB', 'Thai Baht', '฿', 2, 29_000n),
  row('VND', 'Vietnamese Dong', '₫', 0, 39n),
  row('NGN', 'Nigerian Naira', '₦', 2, 640n),
  row('PHP', 'Philippine Peso', '₱', 2, 17_400n),
  row('ZAR', 'South African Rand', 'R', 2, 54_000n),
  row('EGP', 'Egyptian Pound', 'E£', 2, 20_500n),
  row('KES', 'Kenyan Shilling', 'KSh', 2, 7_700n),
  row('RWF', 'Rwandan Franc', 'RF', 0, 690n),
  row('TZS', 'Tanzanian Shilling', 'TSh', 2, 380n),
  row('ZMW', 'Zambian Kwacha', 'ZK', 2, 37_000n),
  row('BWP', 'Botswana Pula', 'P', 2, 74_000n),
  row('MWK', 'Malawian Kwacha', 'MK', 2, 580n),
  row('UGX', 'Ugandan Shilling', 'USh', 0, 270n),
  row('XAF', 'Central African CFA Franc', 'FCFA', 0, 1_650n),
  row('XOF', 'West African CFA Franc', 'CFA', 0, 1_650n),
  row('HTG', 'Haitian Gourde', 'G', 2, 7_600n),
  row('COP', 'Colombian Peso', '$', 2, 250n),
  row('PKR', 'Pakistani Rupee', '₨', 2, 3_550n),
  row('GHS', 'Ghanaian Cedi', 'GH₵', 2, 88_000n),
  row('BDT', 'Bangladeshi Taka', '৳', 2, 8_200n),
  row('GTQ', 'Guatemalan Quetzal', 'Q', 2, 130_000n),
  row('JMD', 'Jamaican Dollar', '$', 2, 6_250n),
]

const byCode = new Map(rows.map((entry) => [entry.currency.code, entry]))

/** The codes of all supported currencies. */
export const currencyCodes: readonly string[] = rows.map(({ currency }) => currency.code)

/** Returns the row of a currency. Throws a `RangeError` for a code that the emulator does not support. */
export function currencyRow(code: string): CurrencyRow {
  const found = byCode.get(code)
  if (!found)
    throw new RangeError(
      `The emulator does not support ${code}. It supports ${[...byCode.keys()].join(', ')}.`,
    )
  return found
}

/** Returns the row of a currency, or `undefined` for a code that the emulator does not support. */
export const findCurrency = (code: string): CurrencyRow | undefined => byCode.get(code)
