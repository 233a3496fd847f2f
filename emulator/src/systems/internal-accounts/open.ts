/** Opens internal accounts. @module */
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Context } from '../../handler/context.js'
import { newId, safeUuid } from '../../state/ids.js'
import type { AccountRecord, Wallet } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'

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

const newWallet = (): Wallet => ({
  organizationId: safeUuid(),
  userId: safeUuid(),
  walletId: safeUuid(),
  phrase: generateMnemonic(wordlist, 128),
  privateEnabled: false,
})
