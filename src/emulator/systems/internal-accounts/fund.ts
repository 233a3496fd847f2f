/** Credits accounts with money from outside. @module */

import type { Context } from '../../handler/context.js'
import { platform, post } from '../../money/ledger.js'
import type { AccountRecord } from '../../state/state.js'

/** Credits an account at once; `amount` is in the smallest unit. */
export function fund(context: Context, account: AccountRecord, amount: bigint): void {
  const { id, currency } = account
  post(context.state, [
    { account: platform.funding, currency, amount: -amount },
    { account: id, currency, amount },
  ])
}
