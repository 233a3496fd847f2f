/** Finds customers, accounts, credentials and sessions. @module */
import type { Customer } from 'embedded-wallet-auth/wire'
import type { AccountRecord, CredentialRecord, SessionRecord, Wallet } from '../state/state.js'
import { ApiError, invalidInput, notFound, orNotFound } from './api-error.js'
import type { Context } from './context.js'

/** The account of an embedded wallet. */
export type WalletAccount = AccountRecord & { readonly wallet: Wallet }

/** Returns an internal account. Throws 404 for an unknown id. */
export const accountById = (context: Context, id: string): AccountRecord =>
  orNotFound(context.state.accounts.get(id), 'internal account')

/**
 * Returns the account of an embedded wallet. Throws 404 for an unknown id, and 400 for an account of another type.
 * `field` is the name of the request field that contains the id.
 */
export function walletById(context: Context, id: string, field: string): WalletAccount {
  const account = accountById(context, id)
  const { wallet } = account
  if (!wallet) throw invalidInput('The account is not an embedded wallet.', field)
  return { ...account, wallet }
}

/** Returns a credential. Throws 404 if it is unknown or revoked. */
export const credentialById = (context: Context, id: string): CredentialRecord =>
  orNotFound(context.state.credentials.get(id), 'credential')

/** Returns the credentials of an account, oldest first. */
export function credentialsOf(context: Context, accountId: string): CredentialRecord[] {
  return context.state.credentials.list({ where: { accountId } })
}

/** Whether a session may still be used: it has not been ended, and it has not expired. */
export function isActive(context: Context, session: SessionRecord): boolean {
  return !session.ended && context.clock.now() < session.expiresAt
}

/** Returns an active session. Throws 404 if the session is unknown, has been ended or has expired. */
export function activeSessionById(context: Context, id: string): SessionRecord {
  const session = context.state.sessions.get(id)
  if (!session || !isActive(context, session)) throw notFound('session')
  return session
}

/** Returns the active sessions of an account, oldest first. */
export function activeSessionsOf(context: Context, accountId: string): SessionRecord[] {
  return context.state.sessions.list({ where: { accountId } }).filter((session) => isActive(context, session))
}

/** Returns a customer, even a deleted one. Throws 404 for an unknown id. */
export const customerById = (context: Context, id: string): Customer =>
  orNotFound(context.state.customers.get(id), 'customer')

/** Returns a customer. Throws 404 for an unknown id, and 410 `CUSTOMER_DELETED` for a deleted customer. */
export function presentCustomer(context: Context, id: string): Customer {
  const customer = customerById(context, id)
  if (customer.isDeleted) throw new ApiError(410, 'CUSTOMER_DELETED', 'The customer was deleted.')
  return customer
}

/** Returns the customer as the API shows it. A business includes its beneficial owners. */
export function customerView(context: Context, customer: Customer): Customer {
  if (customer.customerType !== 'BUSINESS') return customer
  const beneficialOwners = context.state.beneficialOwners.list({ where: { customerId: customer.id } })
  return { ...customer, beneficialOwners }
}
