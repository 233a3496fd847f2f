/** Reads the option `stepUp.payments`. @module */
import type { Quote } from '../../wire/quotes.js'
import type { PaymentLimit, PaymentOptions } from '../options.js'

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

const isList = (value: PaymentOptions['above']): value is readonly PaymentLimit[] => Array.isArray(value)
