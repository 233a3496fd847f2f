/** Shows the accounts with their balances, creates accounts and credits them. @module */
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { ListedAccount } from '../../control/accounts.js'
import { ask } from './ask.js'
import { copier } from './copy.js'
import { make, one } from './dom.js'
import { moneyText, smallestUnit } from './money.js'
import { onSubmit } from './on-submit.js'
import { showList } from './show-list.js'
import type { View } from './watch-emulator.js'

/** Creates the "Accounts" part of the page. */
export function accountsView(): View {
  const search = one('account-search', HTMLInputElement)
  const form = one('provision', HTMLFormElement)
  const kinds: Readonly<Record<string, string>> = {
    EMBEDDED_WALLET: 'Embedded wallet',
    INTERNAL_FIAT: 'Fiat account',
    INTERNAL_CRYPTO: 'Crypto account',
  }

  function idLine(label: string, id: string, owner: string): HTMLElement {
    const what = `the ${label.toLowerCase()} id of ${owner}`
    return make('div', {}, make('dt', {}, label), make('dd', {}, make('code', {}, id), copier(id, what)))
  }

  function fundForm({ id, balance }: InternalAccount, owner: string): HTMLFormElement {
    const { code } = balance.currency
    const amount = make('input', {
      inputmode: 'decimal',
      autocomplete: 'off',
      placeholder: '25.00',
      'aria-label': `Amount in ${code} to add to the account of ${owner}`,
    })
    const button = make(
      'button',
      { type: 'submit', 'aria-label': `Add funds to the ${code} account of ${owner}` },
      'Add funds',
    )
    const form = make(
      'form',
      { class: 'fund', novalidate: '' },
      amount,
      button,
      make('p', { class: 'problem', role: 'alert' }),
    )
    onSubmit(form, async () => {
      const added = smallestUnit(amount.value, balance.currency)
      await ask('POST /emulator/fund', { accountId: id, amount: added })
      amount.value = ''
      return `${moneyText({ amount: added, currency: balance.currency })} added.`
    })
    return form
  }

  function accountRow({ account, customer, credentials }: ListedAccount): HTMLElement {
    const owner = customer?.fullName ?? customer?.email ?? 'Platform'
    const nicknames = credentials.map(({ type, nickname }) => `${type} ${nickname}`)
    const about = [
      customer?.fullName === undefined ? undefined : customer.email,
      kinds[account.type] ?? account.type,
    ]
    return make(
      'li',
      { class: 'card' },
      make(
        'div',
        { class: 'who' },
        make('h3', {}, owner),
        make('p', { class: 'soft' }, about.filter((part) => part !== undefined).join(' · ')),
        nicknames.length === 0
          ? undefined
          : make('p', { class: 'soft' }, `Credentials: ${nicknames.join(', ')}`),
      ),
      make(
        'div',
        { class: 'holds' },
        make('p', { class: 'balance' }, moneyText(account.balance)),
        fundForm(account, owner),
      ),
      make(
        'dl',
        { class: 'ids' },
        idLine('Account', account.id, owner),
        customer && idLine('Customer', customer.id, owner),
        ...credentials.map(({ id, type }) => idLine(`${type} credential`, id, owner)),
      ),
    )
  }

  async function refresh(): Promise<void> {
    const asked = search.value.trim()
    const { data, totalCount } = await ask<{ data: readonly ListedAccount[]; totalCount: number }>(
      `GET /emulator/accounts?limit=100&search=${encodeURIComponent(asked)}`,
    )
    if (search.value.trim() !== asked) return
    const rows = data.map((listed) => {
      const { account, customer, credentials } = listed
      return {
        key: account.id,
        version: JSON.stringify([customer?.fullName, customer?.email, credentials]),
        make: () => accountRow(listed),
        update(element: HTMLElement) {
          const balance = element.querySelector('.balance')
          const now = moneyText(account.balance)
          if (balance && balance.textContent !== now) balance.textContent = now
        },
      }
    })
    showList(one('people', HTMLUListElement), rows)
    const said = one('accounts-said', HTMLElement)
    const more = totalCount > data.length ? `The first ${data.length} of ${totalCount} accounts.` : ''
    said.textContent =
      totalCount > 0 ? more : asked === '' ? 'No accounts yet. Create one above.' : 'No account matches.'
  }

  search.addEventListener('input', () => void refresh())
  onSubmit(form, async () => {
    const field = (name: string): string => String(new FormData(form).get(name) ?? '').trim()
    const given = {
      email: field('email'),
      fullName: field('fullName'),
      currency: field('currency').toUpperCase(),
    }
    const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const { account } = await ask<{ account: InternalAccount }>('POST /emulator/provision', {
      ...wanted,
      accountType: field('accountType'),
    })
    const typed = field('balance')
    form.reset()
    if (Number(typed) !== 0) {
      // The number of decimals depends on the account's currency, which is known only once the account exists.
      const { currency } = account.balance
      const amount = smallestUnit(typed, currency)
      await ask('POST /emulator/fund', { accountId: account.id, amount })
    }
    return 'The account was created.'
  })

  return { refresh }
}
