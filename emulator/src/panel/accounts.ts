/** Shows the accounts with their balances, and creates accounts. @module */
import type { InternalAccount } from 'embedded-wallet-auth/wire'
import type { ListedAccount } from '../control/accounts.js'
import { accountRow } from './account-row.js'
import type { Ask } from './ask.js'
import { field, make, problem, searchField } from './dom.js'
import { smallestUnit } from './money.js'
import { onSubmit } from './on-submit.js'
import type { Bench, Part } from './part.js'
import { showList } from './show-list.js'

/** Creates the part. */
export function accountsPart(bench: Bench): Part {
  const { label, input: search } = searchField('Search', 'name, e-mail or id')
  const list = make('ul', { class: 'cards', 'aria-label': 'Accounts' })
  const said = make('p', { class: 'soft' })
  const refresh = async (): Promise<void> => {
    const asked = search.value.trim()
    const { data, totalCount } = await bench.ask<{ data: readonly ListedAccount[]; totalCount: number }>(
      `GET /emulator/accounts?limit=100&search=${encodeURIComponent(asked)}`,
    )
    if (search.value.trim() !== asked) return
    showList(
      list,
      data.map((listed) => accountRow(bench, listed)),
    )
    const more = totalCount > data.length ? `The first ${data.length} of ${totalCount} accounts.` : ''
    const none = asked === '' ? 'No accounts yet. Create one above.' : 'No account matches.'
    said.textContent = totalCount > 0 ? more : none
  }
  search.addEventListener('input', () => void refresh().catch(bench.look))
  return {
    element: make('div', { class: 'emulator-part' }, label, createBox(bench), list, said),
    refresh,
  }
}

function createBox(bench: Bench): HTMLElement {
  const form = make(
    'form',
    { novalidate: '' },
    make(
      'div',
      { class: 'fields-row' },
      field('E-mail', { name: 'email', type: 'email', placeholder: 'made up if empty' }),
      field('Name', { name: 'fullName' }),
      make('label', { class: 'entry' }, make('span', {}, 'Type'), typeSelect()),
      field('Currency', { name: 'currency', spellcheck: 'false', placeholder: 'USDB or USD' }),
      field('Balance', { name: 'balance', inputmode: 'decimal', placeholder: '0.00' }),
    ),
    problem(),
    make('button', { type: 'submit', class: 'primary' }, 'Create'),
  )
  onSubmit(bench, form, () => createAccount(bench.ask, form))
  return make('details', { class: 'box' }, make('summary', {}, 'Create an account'), form)
}

const types = {
  EMBEDDED_WALLET: 'Embedded wallet',
  INTERNAL_FIAT: 'Fiat account',
  INTERNAL_CRYPTO: 'Crypto account',
} as const

const typeSelect = (): HTMLSelectElement =>
  make(
    'select',
    { name: 'accountType' },
    ...Object.entries(types).map(([value, text]) => make('option', { value }, text)),
  )

async function createAccount(ask: Ask, form: HTMLFormElement): Promise<string> {
  const typed = (name: string): string => String(new FormData(form).get(name) ?? '').trim()
  const given = {
    email: typed('email'),
    fullName: typed('fullName'),
    currency: typed('currency').toUpperCase(),
    accountType: typed('accountType'),
  }
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const { account } = await ask<{ account: InternalAccount }>('POST /emulator/provision', wanted)
  const balance = typed('balance')
  form.reset()
  if (Number(balance) !== 0) {
    // The number of decimals depends on the account's currency, which is known only once the account exists.
    const amount = smallestUnit(balance, account.balance.currency)
    await ask('POST /emulator/fund', { accountId: account.id, amount })
  }
  return 'The account was created.'
}
