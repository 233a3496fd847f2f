/** Money from outside. @module */
import { platform, post } from './ledger.js'
import type { AccountRecord } from './state.js'
import type { World } from './world.js'

/** Credits an account at once, smallest unit. */
export function fund(world: World, account: AccountRecord, amount: bigint): void {
  const { id, currency } = account
  post(world.state, [
    { account: platform.funding, currency, amount: -amount },
    { account: id, currency, amount },
  ])
}
