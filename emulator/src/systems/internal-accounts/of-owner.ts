/** Finds internal accounts by their owner. @module */

import type { Context } from '../../handler/context.js'
import { newId } from '../../state/ids.js'
import type { AccountRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'

/** Returns a customer's internal accounts, oldest first. The oldest is the customer's primary account [our choice]. */
export const internalAccountsOf = (context: Context, customerId: string): AccountRecord[] =>
  context.state.accounts.list({ where: { customerId } })

/** The currency and the type of each platform account [our choice]. */
const platformCurrencies: readonly (readonly [currency: string, type: string])[] = [
  ['USD', 'INTERNAL_FIAT'],
  ['EUR', 'INTERNAL_FIAT'],
  ['USDC', 'INTERNAL_CRYPTO'],
]

/** Returns the platform's internal accounts. The first call opens them. */
export function platformAccounts(context: Context): readonly AccountRecord[] {
  const own = (): AccountRecord[] => internalAccountsOf(context, '')
  if (own().length === 0) {
    const now = timestamp(context.clock.now())
    for (const [currency, type] of platformCurrencies) {
      const id = newId('InternalAccount')
      context.state.accounts.set(id, { id, customerId: '', type, currency, createdAt: now, updatedAt: now })
    }
  }
  return own()
}
