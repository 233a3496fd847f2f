/**
 * The values that the examples of the calls contain, so that the user can send the examples unchanged: ids of existing
 * records, the latest one-time code and a new client key.
 * @module
 */
import type { ListedAccount } from '../../control/accounts.js'
import { make } from '../../panel/dom.js'
import { showList } from '../../panel/show-list.js'
import type { Mail } from '../../state/inbox.js'
import { one } from './one.js'
import { panel } from './page-panel.js'

/** Each is empty until it has been read. */
interface SampleValues {
  /** The ids, by the type of their records. */
  readonly ids: Readonly<Record<string, string>>
  /** The id of another account. */
  readonly other: string
  readonly tokenId: string
  readonly otp: string
  /** The client's public key, in hex. */
  readonly key: string
}

let values: SampleValues = { ids: {}, other: '', tokenId: '', otp: '', key: '' }

/** Returns the id of the API token, or an empty text if it is not known. */
export const sampleTokenId = (): string => values.tokenId

/** Makes another client key. The service accepts each key only once. */
export async function renewKey(): Promise<void> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  values = { ...values, key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** Returns an example with the values in place of the invented ones. */
export function withValues(example: string): string {
  const { ids, other, otp, key } = values
  let accounts = 0
  return example
    .replace(/(\w+):0{8}-0000-4000-8000-0{12}/g, (invented, type: string) => {
      if (type === 'InternalAccount') accounts += 1
      // An example with two accounts is a payment, so the two accounts must differ.
      const isOther = type === 'InternalAccount' && accounts > 1 && other !== ''
      return isOther ? other : (ids[type] ?? invented)
    })
    .replace(/"otp": "\d+"/, (invented) => (otp === '' ? invented : `"otp": "${otp}"`))
    .replace(/046b17d1f2[\da-f]{120}/, (invented) => key || invented)
}

/** Reads the values again, for the account that is chosen beside the list of calls. */
export async function readValues(tokenId: string): Promise<void> {
  const account = one('ids-account', HTMLSelectElement)
  const { data } = await panel.ask<{ data: readonly ListedAccount[] }>('GET /emulator/accounts?limit=50')
  showList(account, data.map(option))
  one('ids-field', HTMLElement).hidden = data.length === 0
  const chosen = account.value === '' ? '' : `?accountId=${encodeURIComponent(account.value)}`
  const [{ ids }, inbox] = await Promise.all([
    panel.ask<Pick<SampleValues, 'ids'>>(`GET /emulator/ids${chosen}`),
    panel.ask<{ data: readonly Mail[] }>('GET /emulator/inbox'),
  ])
  values = {
    ids,
    other: data.find(({ account: { id } }) => id !== ids['InternalAccount'])?.account.id ?? '',
    tokenId,
    otp: inbox.data.find(({ credentialId }) => credentialId === ids['AuthMethod'])?.otp ?? '',
    key: values.key,
  }
  if (values.key === '') await renewKey()
}

function option({ account: { id, balance }, customer }: ListedAccount) {
  const owner = customer?.fullName ?? customer?.email ?? 'Platform'
  return {
    key: id,
    version: owner,
    make: () => make('option', { value: id }, `${owner}, ${balance.currency.code}`),
  }
}
