/** Converts an internal account to the form that the API returns. @module */
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { currencyRow } from '../../money/currencies.js'
import { balanceOf } from '../../money/ledger.js'
import type { AccountRecord } from '../../state/state.js'

/** Returns the account with its balance from the ledger (wire-facts 5.4). */
export function accountView(context: Context, account: AccountRecord): InternalAccount {
  const { id, customerId, type, currency, createdAt, updatedAt, wallet } = account
  return {
    id,
    ...(customerId === '' ? {} : { customerId }),
    type,
    status: 'ACTIVE',
    balance: {
      amount: Number(balanceOf(context.state, id, currency)),
      currency: currencyRow(currency).currency,
    },
    fundingPaymentInstructions: [],
    ...(wallet ? { privateEnabled: wallet.privateEnabled } : {}),
    createdAt,
    updatedAt,
  }
}
