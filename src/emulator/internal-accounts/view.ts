/** An internal account as the interface shows it. @module */
import type { InternalAccount } from '../../wire/internal-accounts.js'
import { currencyRow } from '../currencies.js'
import { balanceOf } from '../ledger.js'
import type { AccountRecord } from '../state.js'
import type { World } from '../world.js'

/** The account with the ledger's balance (wire-facts 5.4). */
export function accountView(world: World, account: AccountRecord): InternalAccount {
  const { id, customerId, type, currency, createdAt, updatedAt, wallet } = account
  return {
    id,
    ...(customerId === '' ? {} : { customerId }),
    type,
    status: 'ACTIVE',
    balance: {
      amount: Number(balanceOf(world.state, id, currency)),
      currency: currencyRow(currency).currency,
    },
    fundingPaymentInstructions: [],
    ...(wallet ? { privateEnabled: wallet.privateEnabled } : {}),
    createdAt,
    updatedAt,
  }
}
