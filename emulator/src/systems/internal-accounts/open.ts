/** Opens internal accounts, and gives an embedded wallet its first credential (wire-facts 5.4 [reference]). @module */
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Context } from '../../handler/context.js'
import { newId, safeUuid } from '../../state/ids.js'
import type { AccountRecord, Wallet } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { newAuthMethod } from '../credentials/create.js'

/** Opens an account with a balance of 0. A new `EMBEDDED_WALLET` has no credential. */
export function openAccount(
  context: Context,
  parts: Pick<AccountRecord, 'customerId' | 'type' | 'currency'>,
): AccountRecord {
  const now = timestamp(context.clock.now())
  const account: AccountRecord = {
    id: newId('InternalAccount'),
    ...parts,
    createdAt: now,
    updatedAt: now,
    ...(parts.type === 'EMBEDDED_WALLET' ? { wallet: newWallet() } : {}),
  }
  context.state.accounts.set(account.id, account)
  return account
}

/** Adds an EMAIL_OTP credential to a new wallet. No code is sent until the credential is challenged. */
export function startWithEmailOtp(context: Context, account: AccountRecord, email: string): void {
  const wire = newAuthMethod(context, account.id, 'EMAIL_OTP', { nickname: email })
  context.state.credentials.set(wire.id, { wire, challengedAt: [] })
}

const newWallet = (): Wallet => ({
  organizationId: safeUuid(),
  userId: safeUuid(),
  walletId: safeUuid(),
  phrase: generateMnemonic(wordlist, 128),
  privateEnabled: false,
})
