/** Opens, credits and finds internal accounts. @module */
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { currencyRow } from '../../money/currencies.js'
import { balanceOf, movement, platform, post } from '../../money/ledger.js'
import { newId, safeUuid } from '../../state/ids.js'
import type { AccountRecord, Wallet } from '../../state/state.js'
import { creationTimes } from '../../time/clock.js'

/** Opens an account with a balance of 0. A new `EMBEDDED_WALLET` has no credential. */
export function openAccount(
  context: Context,
  parts: Pick<AccountRecord, 'customerId' | 'type' | 'currency'>,
): AccountRecord {
  const account: AccountRecord = {
    id: newId('InternalAccount'),
    ...parts,
    ...creationTimes(context.clock),
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

/** Returns the account with its balance from the ledger (wire-facts 5.4). */
export function accountView(context: Context, account: AccountRecord): InternalAccount {
  const { id, customerId, type, currency, createdAt, updatedAt, wallet } = account
  const balance = {
    amount: Number(balanceOf(context.state, id, currency)),
    currency: currencyRow(currency).currency,
  }
  const total = { ...balance, amount: balance.amount + heldForCards(context, id) }
  return {
    id,
    ...(customerId === '' ? {} : { customerId }),
    type,
    status: 'ACTIVE',
    balance,
    ...(context.facts.laterMembers === 'present' && { totalBalance: total }),
    fundingPaymentInstructions: [],
    ...(wallet ? { privateEnabled: wallet.privateEnabled } : {}),
    createdAt,
    updatedAt,
  }
}

/** What card authorizations hold of an account's money. Other payments leave the account when they start. */
const heldForCards = (context: Context, accountId: string): number =>
  [...context.state.cardTransactions.values()]
    .filter(({ wire }) => wire.accountId === accountId)
    .reduce((sum, { reserved }) => sum + reserved, 0)

/** Credits an account at once. `amount` is in the smallest unit of the account's currency. */
export function fund(context: Context, account: AccountRecord, amount: bigint): void {
  post(context.state, movement(platform.funding, account.id, account.currency, amount))
}

/** Returns a customer's internal accounts, oldest first. The oldest is the customer's primary account [our choice]. */
export const internalAccountsOf = (context: Context, customerId: string): AccountRecord[] =>
  context.state.accounts.list({ where: { customerId } })

/** The currency and the type of each platform account [our choice]. */
const platformCurrencies: readonly (readonly [currency: string, type: string])[] = [
  ['USD', 'INTERNAL_FIAT'],
  ['EUR', 'INTERNAL_FIAT'],
  ['USDC', 'INTERNAL_CRYPTO'],
]

/** Returns the platform's internal accounts. The first call opens them. */
export function platformAccounts(context: Context): readonly AccountRecord[] {
  const own = (): AccountRecord[] => internalAccountsOf(context, '')
  if (own().length === 0) {
    for (const [currency, type] of platformCurrencies)
      openAccount(context, { customerId: '', type, currency })
  }
  return own()
}
