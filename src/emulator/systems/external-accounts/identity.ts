/** What tells the external accounts of an owner apart. @module */

import { type AccountKind, accountKinds, identifierOf } from '../../money/account-kinds.js'
import type { ExternalAccountRecord } from '../../state/records/external-accounts.js'

/** Nearly all that makes two external accounts the same: owner, currency and the identifying field. */
export function identityOf({ wire }: Pick<ExternalAccountRecord, 'wire'>): string {
  const { accountInfo, currency, customerId } = wire
  const kind = kinds.get(accountInfo.accountType)
  return [customerId ?? '', currency, kind ? identifierOf(accountInfo, kind) : ''].join(' ')
}

/** The wire calls a type by any text. */
const kinds: ReadonlyMap<string, AccountKind> = new Map(Object.entries(accountKinds))
