/** An account in the list, with a form that adds funds to it. @module */
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { ListedAccount } from '../control/accounts.js'
import { copier } from './copy.js'
import { make } from './dom.js'
import { moneyText, smallestUnit } from './money.js'
import { onSubmit } from './on-submit.js'
import type { Bench } from './part.js'
import type { ListRow } from './show-list.js'

const kinds: Readonly<Record<string, string>> = {
  EMBEDDED_WALLET: 'Embedded wallet',
  INTERNAL_FIAT: 'Fiat account',
  INTERNAL_CRYPTO: 'Crypto account',
}

/** Returns the row. When only the balance has changed, the row keeps its element, and so what was typed into it. */
export function accountRow(bench: Bench, listed: ListedAccount): ListRow {
  const { account, customer, credentials } = listed
  return {
    key: account.id,
    version: JSON.stringify([customer?.fullName, customer?.email, credentials]),
    make: () => accountItem(bench, listed),
    update(element) {
      const balance = element.querySelector('.holds-amount')
      const now = moneyText(account.balance)
      if (balance && balance.textContent !== now) balance.textContent = now
    },
  }
}

function accountItem(bench: Bench, { account, customer, credentials }: ListedAccount): HTMLElement {
  const owner = customer?.fullName ?? customer?.email ?? 'Platform'
  const nicknames = credentials.map(({ type, nickname }) => `${type} ${nickname}`)
  const email = customer?.fullName === undefined ? undefined : customer.email
  const about = [email, kinds[account.type] ?? account.type].filter((part) => part !== undefined)
  return make(
    'li',
    { class: 'account' },
    make(
      'div',
      { class: 'holder' },
      make('p', { class: 'owner' }, owner),
      make('p', { class: 'soft' }, about.join(' · ')),
      nicknames.length === 0
        ? undefined
        : make('p', { class: 'soft' }, `Credentials: ${nicknames.join(', ')}`),
    ),
    make(
      'div',
      { class: 'holds' },
      make('p', { class: 'holds-amount' }, moneyText(account.balance)),
      fundForm(bench, account, owner),
    ),
    make(
      'details',
      { class: 'ids' },
      make('summary', { 'aria-label': `Ids of ${owner}` }, 'Ids'),
      make(
        'dl',
        {},
        idLine(bench, 'Account', account.id, owner),
        customer && idLine(bench, 'Customer', customer.id, owner),
        ...credentials.map(({ id, type }) => idLine(bench, `${type} credential`, id, owner)),
      ),
    ),
  )
}

function idLine(bench: Bench, label: string, id: string, owner: string): HTMLElement {
  const what = `the ${label.toLowerCase()} id of ${owner}`
  return make('div', {}, make('dt', {}, label), make('dd', {}, make('code', {}, id), copier(bench, id, what)))
}

function fundForm(bench: Bench, { id, balance }: InternalAccount, owner: string): HTMLFormElement {
  const { currency } = balance
  const amount = make('input', {
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: '25.00',
    'aria-label': `Amount in ${currency.code} to add to the account of ${owner}`,
  })
  const button = make(
    'button',
    { type: 'submit', 'aria-label': `Add funds to the ${currency.code} account of ${owner}` },
    'Add funds',
  )
  const problem = make('p', { class: 'problem', role: 'alert' })
  const form = make('form', { class: 'fund', novalidate: '' }, amount, button, problem)
  onSubmit(bench, form, async () => {
    const added = smallestUnit(amount.value, currency)
    await bench.ask('POST /emulator/fund', { accountId: id, amount: added })
    amount.value = ''
    return `${moneyText({ amount: added, currency })} added.`
  })
  return form
}
