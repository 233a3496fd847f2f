/** Finding records by id, or refusing. @module */

import type { AccountRecord, CredentialRecord, SessionRecord, Wallet } from '../state/state.js'
import { invalidInput, notFound } from './api-error.js'
import type { World } from './context.js'

/** An embedded wallet's account. */
export type WalletAccount = AccountRecord & { readonly wallet: Wallet }

/** Throws 404 for an unknown id. */
export function accountById(world: World, id: string): AccountRecord {
  const account = world.state.accounts.get(id)
  if (!account) throw notFound('internal account')
  return account
}

/** Throws 404 for an unknown id and 400 for an account that is no embedded wallet; `field` is where the id came from. */
export function walletById(world: World, id: string, field: string): WalletAccount {
  const account = accountById(world, id)
  const { wallet } = account
  if (!wallet) throw invalidInput('The account is not an embedded wallet.', field)
  return { ...account, wallet }
}

/** Throws 404 for an unknown or revoked credential. */
export function credentialById(world: World, id: string): CredentialRecord {
  const credential = world.state.credentials.get(id)
  if (!credential) throw notFound('credential')
  return credential
}

/** The credentials of an account, the oldest first. */
export function credentialsOf(world: World, accountId: string): CredentialRecord[] {
  return world.state.credentials.list({ by: { accountId } })
}

/** Whether a session may still be used: until exactly its `expiresAt`. */
export function isActive(world: World, session: SessionRecord): boolean {
  return !session.ended && world.clock.now() < session.expiresAt
}

/** Throws 404 for a session that is unknown, revoked or expired. */
export function activeSessionById(world: World, id: string): SessionRecord {
  const session = world.state.sessions.get(id)
  if (!session || !isActive(world, session)) throw notFound('session')
  return session
}

/** The active sessions of an account, the oldest first. */
export function activeSessionsOf(world: World, accountId: string): SessionRecord[] {
  return world.state.sessions.list({ by: { accountId } }).filter((session) => isActive(world, session))
}
