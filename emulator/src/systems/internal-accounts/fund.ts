/** Credits accounts with money that comes from outside the service. @module */

import type { Context } from '../../handler/context.js'
import { platform, post } from '../../money/ledger.js'
import type { AccountRecord } from '../../state/state.js'

/** Credits an account at once. `amount` is in the smallest unit of the account's currency. */
export function fund(context: Context, account: AccountRecord, amount: bigint): void {
  const { id, currency } = account
  post(context.state, [
    { account: platform.funding, currency, amount: -amount },
    { account: id, currency, amount },
  ])
}
