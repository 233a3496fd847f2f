/** Converts amounts between the smallest unit of a currency and what people read and type. @module */

/** An amount in the smallest unit of its currency, as in an account's balance. */
export interface Money {
  readonly amount: number
  readonly currency: { readonly code: string; readonly decimals?: number | undefined }
}

/** Returns an amount as people read it, such as `1,012.50 USDB`. */
export function moneyText({ amount, currency: { code, decimals = 0 } }: Money): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  // Trailing zeros are dropped, but at least two decimals are kept.
  const fraction = digits.slice(digits.length - decimals).replace(/(?<=^.{2,})0+$/, '')
  return `${amount < 0 ? '−' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''} ${code}`
}

/**
 * Converts an amount that the user typed to the smallest unit of the currency. Throws an `Error` with a message for
 * the user if the amount is invalid.
 */
export function smallestUnit(typed: string, { code, decimals = 0 }: Money['currency']): number {
  const [, whole = '', fraction = ''] = /^\s*(\d+)(?:\.(\d*))?\s*$/.exec(typed) ?? []
  if (whole === '') throw new Error('Enter an amount such as 25 or 12.50.')
  if (fraction.length > decimals) throw new Error(`${code} amounts have at most ${decimals} decimals.`)
  const amount = Number(whole + fraction.padEnd(decimals, '0'))
  if (amount === 0) throw new Error('Enter an amount above 0.')
  if (!Number.isSafeInteger(amount)) throw new Error('This amount is too large.')
  return amount
}
