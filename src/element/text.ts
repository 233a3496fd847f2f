/** Fills in placeholders, and formats countdowns, amounts and exchange rates. @module */
import type { Money } from '../index.js'
import type { Catalogue } from './messages/catalogue.js'
import type { Messages } from './messages/messages.js'

/** Returns the text for a key, with its placeholders filled in. */
export type Say = (key: keyof Messages, values?: Readonly<Record<string, string>>) => string

/**
 * Returns a {@link Say} for a catalogue. `own` contains texts from the platform that replace those of the catalogue.
 */
export const sayIn =
  ({ messages }: Pick<Catalogue, 'messages'>, own: Partial<Messages> = {}): Say =>
  (key, values = {}) =>
    (own[key] ?? messages[key]).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name]
      return value === undefined ? placeholder : verbatim(value)
    })

/**
 * Marks an amount, an address, a name or a code in a text: it is shown as it is. A page's translator leaves it alone,
 * and in Arabic it does not reorder the words around it. The marks are the characters that isolate a direction.
 * A value has none of its own, and none that reorders it: a receiver may have chosen the name.
 */
export const verbatim = (value: string): string =>
  `\u2068${value.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069`

/** How long a name may be that only tells one thing from another, in characters. */
const longestName = 100

/** Shortens a name in its middle, so that a long one cannot push the question out of view. Both of its ends tell. */
export function shortened(name: string): string {
  const characters = [...name]
  const half = longestName / 2
  return characters.length <= longestName
    ? name
    : [...characters.slice(0, half), '…', ...characters.slice(-half)].join('')
}

/** Splits a text at its marks: the parts with an odd index are verbatim. */
export const verbatimParts = (text: string): readonly string[] => text.split(/[\u2068\u2069]/)

/** Formats seconds as a countdown, such as `4:32`. */
export function clockText(seconds: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** Formats a point in time, such as `Nov 29, 2026, 12:30 PM`. */
export const dateText = (iso: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' }).format(
    Date.parse(iso),
  )

/** Returns the seconds from `now` to `time`, rounded up; 0 once `time` has passed. Both are in milliseconds. */
export const secondsUntil = (time: number, now: number): number => Math.max(0, Math.ceil((time - now) / 1000))

/** Shown at least, if the currency has so many. */
const usualDecimals = 2

/** The decimals of a currency that does not say them: those of ISO 4217, or 2 if that does not have the currency. */
function decimalsOf(code: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    return format.resolvedOptions().maximumFractionDigits ?? usualDecimals
  } catch {
    return usualDecimals
  }
}

/**
 * Formats an amount with its currency code, such as `1,250.50 USDB`. Drops trailing zeros after the second decimal
 * place. `space` goes before the currency code: in a sentence, `\u00a0`. Elsewhere a line may break there, or large
 * text would break inside the code.
 */
export function moneyText({ amount, currency }: Money, lang: string, space = ' '): string {
  const { code, decimals = decimalsOf(code) } = currency
  const format = numberFormat(lang, {
    minimumFractionDigits: Math.min(decimals, usualDecimals),
    maximumFractionDigits: 18,
  })
  // The amount is scaled in a text, because dividing the number could lose digits.
  const scaled = `${amount}e-${decimals}` as Intl.StringNumericLiteral
  return `${format.format(scaled)}${space}${code}`
}

/**
 * Formats the quoted exchange rate as the price of one unit of the receiving currency, such as `1 EUR = 1.08 USDB`. The
 * rate is never computed from the amounts. It has twelve digits, and not a number of decimals, which would leave little
 * of the rate between a dear and a cheap currency.
 */
export const rateText = (
  rate: number,
  { sends, receives }: { sends: Money; receives: Money },
  lang: string,
): string =>
  `1 ${receives.currency.code} = ${numberFormat(lang, { maximumSignificantDigits: 12 }).format(rate)} ${sends.currency.code}`

/** Returns a format with Latin digits for every language, because codes and countdowns use Latin digits too. */
const numberFormat = (lang: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(lang, { ...options, numberingSystem: 'latn' })
