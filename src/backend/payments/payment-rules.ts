/** Reads the option `stepUp.payments`. @module */
import * as v from 'valibot'
import type { Quote } from '../../wire/quotes.js'
import type { NewPasskey, PaymentLimit, PaymentOptions } from '../options.js'
import { askPlatform } from '../platform.js'

/** Returns the function that tells which quotes need a proof. Throws a `TypeError` for two limits of one currency. */
export function paymentRule({ above }: PaymentOptions): (quote: Quote) => boolean {
  const given: readonly PaymentLimit[] = isList(above) ? above : [above]
  const limits = new Map(given.map(({ currency, amount }) => [currency, amount]))
  if (limits.size !== given.length)
    throw new TypeError('`stepUp.payments.above` must have one limit for each currency.')
  return ({ totalSendingAmount, sendingCurrency }) => {
    const limit = limits.get(sendingCurrency.code)
    return limit === undefined || totalSendingAmount > limit
  }
}

/** How long a new passkey waits by default, in milliseconds: a day. */
const defaultWait = 24 * 60 * 60_000

const Wait = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Returns how long a passkey that was added, or the removal of one, keeps payments waiting, in milliseconds. */
export function waitRule({
  newPasskeyAfter: given = defaultWait,
}: Pick<PaymentOptions, 'newPasskeyAfter'>): (change: NewPasskey) => Promise<number> {
  if (typeof given === 'function')
    return (change) => askPlatform('newPasskeyAfter', Wait, () => given(change))
  return async ({ vouchedBy }) => (vouchedBy === undefined ? given : 0)
}

const isList = (value: PaymentOptions['above']): value is readonly PaymentLimit[] => Array.isArray(value)
