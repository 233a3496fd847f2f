/** Fills in the placeholders of texts, and formats numbers for a language. @module */
import type { Money } from '../index.js'
import type { Catalogue } from './messages/catalogue.js'
import type { Messages } from './messages/messages.js'

/** Returns the text for a key, with its placeholders filled in. */
export type Say = (key: keyof Messages, values?: Readonly<Record<string, string>>) => string

/**
 * Returns the function that fills in the texts of a catalogue. The platform's own texts replace those of the catalogue.
 */
export const sayIn =
  ({ messages, dir }: Pick<Catalogue, 'messages' | 'dir'>, own: Partial<Messages> = {}): Say =>
  (key, values = {}) =>
    (own[key] ?? messages[key]).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      // The value is isolated, so that an address in Latin letters does not change the order of the words around it.
      return dir === 'rtl' ? `\u2068${value}\u2069` : value
    })

/** Formats seconds as a countdown, such as `4:32`. */
export function clockText(seconds: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** Whole seconds until a time in milliseconds; 0 once it has passed. */
export const secondsUntil = (time: number, now: number): number => Math.max(0, Math.ceil((time - now) / 1000))

/** The number of digits after the decimal point if a currency does not state it. */
const usualDecimals = 2

/**
 * Formats an amount with its currency code, such as `1,250.50 USDB`. The amount is not divided as a number, because
 * that could lose digits. Zeros at the end are dropped, but at least two digits stay after the point if the currency
 * has that many. `space` separates the currency code; by default no line break is possible there.
 */
export function moneyText({ amount, currency }: Money, lang: string, space = '\u00a0'): string {
  const { code, decimals = usualDecimals } = currency
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '').padEnd(Math.min(decimals, usualDecimals), '0')
  const whole = numberFormat(lang, 0).format(BigInt(digits.slice(0, point)))
  return `${whole}${fraction === '' ? '' : `${decimalPoint(lang)}${fraction}`}${space}${code}`
}

/**
 * Formats the price of one unit of the receiving currency. This is the quoted rate, and is never computed from the
 * amounts.
 */
export const rateText = (
  rate: number,
  { sends, receives }: { sends: Money; receives: Money },
  lang: string,
): string =>
  `1\u00a0${receives.currency.code} = ${numberFormat(lang, 12).format(rate)}\u00a0${sends.currency.code}`

const decimalPoint = (lang: string): string =>
  numberFormat(lang, 1)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** Uses Latin digits in every language, as codes and countdowns do. */
const numberFormat = (lang: string, maximumFractionDigits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(lang, { maximumFractionDigits, numberingSystem: 'latn' })
