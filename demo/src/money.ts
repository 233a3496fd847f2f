/** Money in words and out of them: whole numbers of the smallest unit all the way, never a float. @module */
import type { Currency, Money } from 'embedded-wallet-auth'

/** Digits after the point where a currency does not say. */
const usualDecimals = 2

const decimalsOf = ({ decimals = usualDecimals }: Currency): number => decimals

/** Groups of three, as in `1,250`. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * An amount without its currency, such as `1,250.50`. Shows two digits after the point, or as many as it takes to leave
 * nothing out.
 *
 * @param amount smallest unit, whole
 */
export function formatAmount(amount: number | bigint, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const value = BigInt(amount)
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(decimals, usualDecimals), '0')
  return `${value < 0n ? '−' : ''}${grouped(whole)}${shown === '' ? '' : `.${shown}`}`
}

/** An amount with its currency, such as `1,250.50 USDB`. The space does not break. */
export function formatMoney({ amount, currency }: Money): string {
  return `${formatAmount(amount, currency)}\u00a0${currency.code}`
}

/** Why a text is no amount. */
export type AmountProblem = 'empty' | 'unreadable' | 'too-precise' | 'too-large' | 'nothing'

/** Each of them for a person. */
export const amountProblems: Readonly<Record<AmountProblem, string>> = {
  empty: 'Enter an amount.',
  unreadable: 'Enter a figure such as 25 or 25.50.',
  'too-precise': 'That has more digits after the point than this currency.',
  'too-large': 'That is more than anybody has.',
  nothing: 'Enter an amount above 0.',
}

/** What a text says, in the smallest unit, or why it says nothing. */
export type ParsedAmount =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly problem: AmountProblem }

const problem = (name: AmountProblem): ParsedAmount => ({ ok: false, problem: name })

/** Thousands in groups or not, and a fraction: `1250.50`, `1,250.50`; and as most of Europe writes it: `1250,50`, `1.250,50`. */
const forms = [
  /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/,
  /^(\d*|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/,
] as const

/**
 * Reads what a person typed: `25`, `25.5`, `25,5`, `1,250.50`, `1.250,50`, `1 250.50`. A comma before exactly three digits
 * groups thousands; before any other number of them it can only be a decimal comma.
 */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
  const compact = text.trim().replace(/[\s\u00a0\u202f]/g, '')
  if (compact === '') return problem('empty')
  const match = forms[0].exec(compact) ?? forms[1].exec(compact)
  const whole = match?.[1]?.replaceAll(/[,.]/g, '') ?? ''
  const fraction = match?.[2] ?? ''
  if (!match || whole + fraction === '') return problem('unreadable')
  const decimals = decimalsOf(currency)
  if (fraction.replace(/0+$/, '').length > decimals) return problem('too-precise')
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return problem('too-large')
  return amount === 0n ? problem('nothing') : { ok: true, amount: Number(amount) }
}
