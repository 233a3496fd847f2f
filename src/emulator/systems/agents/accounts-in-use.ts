/** The accounts that an action of an agent touches. @module */
import { notFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { AccountInUse } from './limits.js'

/** An account by its id, internal or external. Throws 404 for an unknown one. */
export function accountInUse(context: Context, id: string): AccountInUse {
  const account = context.state.accounts.get(id)
  if (account) return { id, customerId: account.customerId, internal: true }
  const external = context.state.externalAccounts.get(id)
  if (!external) throw notFound('account')
  return { id, customerId: external.wire.customerId, internal: false }
}
