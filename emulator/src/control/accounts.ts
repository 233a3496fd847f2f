/** Lists internal accounts with their owners and credentials, for `GET /emulator/accounts`. @module */
import type { AuthMethod, Customer, InternalAccount } from 'embedded-wallet-auth/wire'
import type { Context } from '../handler/context.js'
import { credentialsOf } from '../handler/find-records.js'
import type { AccountRecord } from '../state/state.js'
import { accountView } from '../systems/internal-accounts/accounts.js'

/** An account with its owner and its credentials. */
export interface ListedAccount {
  readonly account: InternalAccount
  /** The owner. Absent if the platform owns the account. */
  readonly customer?: Customer
  readonly credentials: readonly AuthMethod[]
}

/**
 * Finds the accounts that match `text`: the account's id or the owner's ids, name or e-mail address must contain it.
 * Case is ignored. An empty text matches every account. Returns at most `limit` accounts, oldest first, and the total
 * number of matches.
 */
export function accountsMatching(
  context: Context,
  text: string,
  limit: number,
): { readonly data: readonly ListedAccount[]; readonly totalCount: number } {
  const wanted = searched(text.trim())
  const { accounts } = context.state
  const filter = wanted === '' ? undefined : (account: AccountRecord) => isAbout(context, account, wanted)
  const { entries, start, end } = accounts.select({ filter })
  return {
    data: entries
      .slice(start, Math.min(end, start + limit))
      .map(({ value }) => listedAccount(context, value)),
    totalCount: end - start,
  }
}

function isAbout({ state }: Context, { id, customerId }: AccountRecord, text: string): boolean {
  const owner = state.customers.get(customerId)
  return [id, customerId, owner?.fullName, owner?.email, owner?.platformCustomerId].some((value) =>
    searched(value ?? '').includes(text),
  )
}

/** In a query, a plus that is not encoded is a space. Addresses have the one, and names the other. */
const searched = (text: string): string => text.toLowerCase().replaceAll('+', ' ')

function listedAccount(context: Context, record: AccountRecord): ListedAccount {
  const customer = context.state.customers.get(record.customerId)
  return {
    account: accountView(context, record),
    ...(customer && { customer }),
    credentials: credentialsOf(context, record.id).map(({ wire }) => wire),
  }
}
