/** Announces changed balances to the platform (wire-facts 7.7 [reference]). @module */
import type { Context } from '../../handler/context.js'
import { balanceOf } from '../../money/ledger.js'
import { accountView } from '../internal-accounts/accounts.js'
import { publish } from './publish.js'

/**
 * Publishes `INTERNAL_ACCOUNT.BALANCE_UPDATED` for every internal account whose balance has changed since it was last
 * published.
 */
export function announceBalances(context: Context): void {
  const { accounts, announcedBalances, moved } = context.state
  for (const id of moved) {
    moved.delete(id)
    const account = accounts.get(id)
    // Ledger accounts such as `platform:fees` are not internal accounts.
    if (!account) continue
    const balance = balanceOf(context.state, account.id, account.currency)
    if (balance === (announcedBalances.get(account.id) ?? 0n)) continue
    announcedBalances.set(account.id, balance)
    publish(context, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', accountView(context, account))
  }
}
