/** Money in words and out of them: whole numbers of the smallest unit all the way, never a float. @module */
import type { Currency, Money } from 'embedded-wallet-auth'

/** Digits after the point where a currency does not say. */
const usualDecimals = 2

const decimalsOf = ({ decimals = usualDecimals }: Currency): number => decimals

/** Outside of a page, which is in tests, there is nobody with habits of their own. */
const ownLocale = typeof document === 'undefined' ? 'en' : navigator.language

/** How numbers are written somewhere, in the digits of this page: its language is English, whatever the person's is. */
const styleOf = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 12 })

const decimalMarkOf = (locale: string): string =>
  styleOf(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * An amount without its currency, such as `1,250.50`, or `1.250,50` for a person who writes it so. Shows two digits after the
 * decimal mark, or as many as it takes to leave nothing out.
 *
 * @param amount smallest unit, whole
 */
export function formatAmount(
  amount: number | bigint,
  currency: Currency,
  locale: string = ownLocale,
): string {
  const decimals = decimalsOf(currency)
  const value = BigInt(amount)
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(decimals, usualDecimals), '0')
  const grouped = styleOf(locale).format(BigInt(whole))
  return `${value < 0n ? '−' : ''}${grouped}${shown === '' ? '' : `${decimalMarkOf(locale)}${shown}`}`
}

/** A rate as it was quoted, digit for digit. */
export const formatRate = (rate: number, locale: string = ownLocale): string => styleOf(locale).format(rate)

/** An amount with its currency, such as `1,250.50 USDB`. The space does not break. */
export function formatMoney({ amount, currency }: Money): string {
  return `${formatAmount(amount, currency)}\u00a0${currency.code}`
}

/** Why a text is not an amount. */
export type AmountProblem = 'empty' | 'unreadable' | 'too-precise' | 'too-large' | 'nothing'

/** Each of them for a person. */
export const amountProblems: Readonly<Record<AmountProblem, string>> = {
  empty: 'Enter an amount.',
  unreadable: `Enter a number, such as ${formatAmount(2_550, { code: '', decimals: 2 })}.`,
  'too-precise': 'That’s more decimal places than this currency has.',
  'too-large': 'That amount is too large.',
  nothing: 'Enter an amount above 0.',
}

/** What a text says, in the smallest unit, or why it says nothing. */
export type ParsedAmount =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly problem: AmountProblem }

const problem = (name: AmountProblem): ParsedAmount => ({ ok: false, problem: name })

/**
 * Thousands in groups or not, and a fraction: `1250.50`, `1,250.50`, `12,34,567.50`; and with the marks the other way round:
 * `1250,50`, `1.250,50`.
 */
const forms = [
  /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d*))?$/,
  /^(\d*|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/,
] as const

const swapped: Readonly<Record<string, string>> = { ',': '.', '.': ',' }

/**
 * Reads what a person typed: `25`, `25.5`, `25,5`, `1,250.50`, `1.250,50`, `1 250.50`. One mark before exactly three digits
 * is what the person's own format makes of it; before any other number of digits it can only be the decimal mark.
 */
export function parseAmount(text: string, currency: Currency, locale: string = ownLocale): ParsedAmount {
  const compact = text.trim().replace(/[\s\u00a0\u202f'’]/g, '')
  if (compact === '') return problem('empty')
  const plain =
    decimalMarkOf(locale) === ',' ? compact.replaceAll(/[,.]/g, (mark) => swapped[mark] ?? mark) : compact
  const match = forms[0].exec(plain) ?? forms[1].exec(plain)
  const whole = match?.[1]?.replaceAll(/[,.]/g, '') ?? ''
  const fraction = match?.[2] ?? ''
  if (!match || whole + fraction === '') return problem('unreadable')
  const decimals = decimalsOf(currency)
  if (fraction.replace(/0+$/, '').length > decimals) return problem('too-precise')
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return problem('too-large')
  return amount === 0n ? problem('nothing') : { ok: true, amount: Number(amount) }
}
