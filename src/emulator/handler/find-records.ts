/** Finds records by id, or throws. @module */

import type { AccountRecord, CredentialRecord, SessionRecord, Wallet } from '../state/state.js'
import { invalidInput, notFound } from './api-error.js'
import type { Context } from './context.js'

/** An embedded wallet's account. */
export type WalletAccount = AccountRecord & { readonly wallet: Wallet }

/** Throws 404 for an unknown id. */
export function accountById(context: Context, id: string): AccountRecord {
  const account = context.state.accounts.get(id)
  if (!account) throw notFound('internal account')
  return account
}

/**
 * Throws 404 for an unknown id and 400 for an account that is not an embedded wallet; `field` names the request field
 * that held the id.
 */
export function walletById(context: Context, id: string, field: string): WalletAccount {
  const account = accountById(context, id)
  const { wallet } = account
  if (!wallet) throw invalidInput('The account is not an embedded wallet.', field)
  return { ...account, wallet }
}

/** Throws 404 for an unknown or revoked credential. */
export function credentialById(context: Context, id: string): CredentialRecord {
  const credential = context.state.credentials.get(id)
  if (!credential) throw notFound('credential')
  return credential
}

/** The credentials of an account, the oldest first. */
export function credentialsOf(context: Context, accountId: string): CredentialRecord[] {
  return context.state.credentials.list({ where: { accountId } })
}

/** Whether a session may still be used: it has not ended, and its `expiresAt` is still in the future. */
export function isActive(context: Context, session: SessionRecord): boolean {
  return !session.ended && context.clock.now() < session.expiresAt
}

/** Throws 404 for a session that is unknown, revoked or expired. */
export function activeSessionById(context: Context, id: string): SessionRecord {
  const session = context.state.sessions.get(id)
  if (!session || !isActive(context, session)) throw notFound('session')
  return session
}

/** The active sessions of an account, the oldest first. */
export function activeSessionsOf(context: Context, accountId: string): SessionRecord[] {
  return context.state.sessions.list({ where: { accountId } }).filter((session) => isActive(context, session))
}
