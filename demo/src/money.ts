/** Formats and parses money. Amounts are always integers in the smallest unit. @module */
import type { Currency, Money } from 'embedded-wallet-auth'

/** The number of decimals for a currency without `decimals`. */
const usualDecimals = 2

const decimalsOf = ({ decimals = usualDecimals }: Currency): number => decimals

/** English outside a page, as in tests, and where the browser's language is not a tag that `Intl` accepts. */
const ownLocale = typeof document === 'undefined' ? 'en' : usableLocale(navigator.language)

/** On some systems, `navigator.language` is the name of a locale of that system, such as `en-US@posix` or `C`. */
export function usableLocale(language: string): string {
  const [plain = ''] = language.split(/[.@]/)
  try {
    return Intl.getCanonicalLocales(plain.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** Returns the number format of a locale, but with Latin digits, because the page is in English. */
const styleOf = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 12 })

const decimalMarkOf = (locale: string): string =>
  styleOf(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * Formats an amount without its currency, such as `1,250.50`, or `1.250,50` in other locales. Shows at least two
 * decimals if the currency has them, and more if the amount needs them.
 *
 * @param amount an integer in the smallest unit
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

/** Formats a rate with twelve digits. A fixed number of decimals would leave little of a small rate. */
export const formatRate = (rate: number, locale: string = ownLocale): string =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumSignificantDigits: 12 }).format(rate)

/** Formats an amount with its currency, such as `1,250.50 USDB`. A no-break space separates the two. */
export function formatMoney({ amount, currency }: Money): string {
  return `${formatAmount(amount, currency)}\u00a0${currency.code}`
}

/** Why a typed text is not a valid amount. */
export type AmountProblem = 'empty' | 'unreadable' | 'too-precise' | 'too-large' | 'nothing'

/** The text for each of these problems. */
export const amountProblems: Readonly<Record<AmountProblem, string>> = {
  empty: 'Enter an amount.',
  unreadable: `Enter a number, such as ${formatAmount(2_550, { code: '', decimals: 2 })}.`,
  'too-precise': 'That’s more decimal places than this currency has.',
  'too-large': 'That amount is too large.',
  nothing: 'Enter an amount above 0.',
}

/** An amount in the smallest unit, or the problem with the typed text. */
export type ParsedAmount =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly problem: AmountProblem }

const problem = (name: AmountProblem): ParsedAmount => ({ ok: false, problem: name })

/**
 * The accepted formats, with or without grouping: `1250.50`, `1,250.50`, `12,34,567.50`, and with the separators the
 * other way around, `1250,50`, `1.250,50`.
 */
const forms = [
  /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d*))?$/,
  /^(\d*|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/,
] as const

const swapped: Readonly<Record<string, string>> = { ',': '.', '.': ',' }

/**
 * Parses an amount that a user typed: `25`, `25.5`, `25,5`, `1,250.50`, `1.250,50`, `1 250.50`. A single separator is
 * the decimal separator unless exactly three digits follow it. Then the user's locale decides.
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
