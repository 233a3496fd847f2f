/** Shows the accounts with their balances, and creates accounts. @module */
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { ListedAccount } from '../../control/accounts.js'
import { accountRow } from './account-row.js'
import { ask } from './ask.js'
import { one } from './dom.js'
import { smallestUnit } from './money.js'
import { onSubmit } from './on-submit.js'
import { showList } from './show-list.js'
import type { View } from './watch-emulator.js'

/** Creates the "Accounts" part of the page. */
export function accountsView(): View {
  const search = one('account-search', HTMLInputElement)
  const form = one('provision', HTMLFormElement)
  const refresh = (): Promise<void> => showAccounts(search)
  search.addEventListener('input', () => void refresh())
  onSubmit(form, () => createAccount(form))
  return { refresh }
}

async function showAccounts(search: HTMLInputElement): Promise<void> {
  const asked = search.value.trim()
  const { data, totalCount } = await ask<{ data: readonly ListedAccount[]; totalCount: number }>(
    `GET /emulator/accounts?limit=100&search=${encodeURIComponent(asked)}`,
  )
  if (search.value.trim() !== asked) return
  showList(one('people', HTMLUListElement), data.map(accountRow))
  const more = totalCount > data.length ? `The first ${data.length} of ${totalCount} accounts.` : ''
  const none = asked === '' ? 'No accounts yet. Create one above.' : 'No account matches.'
  one('accounts-said', HTMLElement).textContent = totalCount > 0 ? more : none
}

async function createAccount(form: HTMLFormElement): Promise<string> {
  const field = (name: string): string => String(new FormData(form).get(name) ?? '').trim()
  const given = {
    email: field('email'),
    fullName: field('fullName'),
    currency: field('currency').toUpperCase(),
    accountType: field('accountType'),
  }
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const { account } = await ask<{ account: InternalAccount }>('POST /emulator/provision', wanted)
  const typed = field('balance')
  form.reset()
  if (Number(typed) !== 0) {
    // The number of decimals depends on the account's currency, which is known only once the account exists.
    const amount = smallestUnit(typed, account.balance.currency)
    await ask('POST /emulator/fund', { accountId: account.id, amount })
  }
  return 'The account was created.'
}
