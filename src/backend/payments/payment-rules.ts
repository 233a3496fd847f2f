/** Reads the option `stepUp.payments`. @module */
import * as v from 'valibot'
import type { Quote } from '../../wire/quotes.js'
import type { NewPasskey, PaymentLimit, PaymentOptions } from '../options.js'
import { askPlatform } from '../platform.js'

/**
 * Returns the function that tells which quotes need a proof. Throws a `TypeError` unless there is one limit for each
 * currency, and each is a whole number of the currency's smallest unit.
 */
export function paymentRule({ above, withoutPasskey }: PaymentOptions): (quote: Quote) => boolean {
  const given: readonly PaymentLimit[] = isList(above) ? above : [above]
  const limits = new Map(given.map(({ currency, amount }) => [currency, amount]))
  const areNumbers = given.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)
  const areCurrencies = given.every(({ currency }) => /^[A-Z0-9]{3,8}$/.test(currency))
  if (given.length === 0 || limits.size !== given.length || !areNumbers || !areCurrencies) {
    throw new TypeError(
      'stepUp.payments.above needs { amount, currency }, or a list with one of them for each currency. `amount` is a whole number of the smallest unit, such as 10000 for 100 EUR.',
    )
  }
  if (withoutPasskey !== undefined && withoutPasskey !== 'sign-in' && withoutPasskey !== 'refuse')
    throw new TypeError("stepUp.payments.withoutPasskey is 'sign-in' or 'refuse'.")
  return ({ totalSendingAmount, sendingCurrency }) => {
    const limit = limits.get(sendingCurrency.code)
    return limit === undefined || totalSendingAmount > limit
  }
}

/** How long a new passkey waits by default, in milliseconds: a day. */
const defaultWait = 24 * 60 * 60_000

const Wait = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * Returns how long a passkey that was added, or the removal of one, keeps payments waiting, in milliseconds. Throws a
 * `TypeError` for an option that is neither a function nor a whole number of milliseconds.
 */
export function waitRule({
  newPasskeyAfter: given = defaultWait,
}: Pick<PaymentOptions, 'newPasskeyAfter'>): (change: NewPasskey) => Promise<number> {
  if (typeof given === 'function')
    return (change) => askPlatform('newPasskeyAfter', Wait, () => given(change))
  if (!v.is(Wait, given))
    throw new TypeError('stepUp.payments.newPasskeyAfter is a whole number of milliseconds, or a function.')
  return async () => given
}

const isList = (value: PaymentOptions['above']): value is readonly PaymentLimit[] => Array.isArray(value)
