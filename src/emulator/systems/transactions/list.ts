/** Lists of transactions, as the platform and as agents ask for them. @module */
import type { Page } from '../../../wire/page.js'
import type { Transaction } from '../../../wire/transactions.js'
import type { Context } from '../../handler/context.js'
import { pageFrom } from '../../handler/page.js'
import { momentOf } from '../../handler/period.js'
import { runDueJobs } from '../../time/scheduler.js'

type Matcher = (transaction: Transaction, value: string) => boolean

/** Whether an end is this account, given by its id, or this outside party, given by its UMA address. */
const isParty = (end: Readonly<Record<string, unknown>> | undefined, value: string): boolean =>
  end?.['accountId'] === value || end?.['umaAddress'] === value

/** The filters that say which end an account is. */
const sides: Readonly<Record<string, Matcher>> = {
  accountIdentifier: ({ source, destination }, value) =>
    isParty(source, value) || isParty(destination, value),
  senderAccountIdentifier: ({ source }, value) => isParty(source, value),
  receiverAccountIdentifier: ({ destination }, value) => isParty(destination, value),
}

/**
 * The page that a query asks for, the newest first unless it says otherwise; dates are inclusive. The argument `customerId`
 * overrides the query's.
 */
export function transactionsPage(
  context: Context,
  query: ReadonlyMap<string, string>,
  customerId: string | undefined = query.get('customerId'),
): Page<Transaction> {
  runDueJobs(context)
  const { platformCustomerId, reference, status, type, startDate, endDate } = Object.fromEntries(query)
  const asked = Object.entries(sides).flatMap(([name, matches]) => {
    const account = query.get(name)
    return account === undefined ? [] : [{ account, matches }]
  })
  const [first] = asked
  const where = { customerId, platformCustomerId, account: first?.account, reference, status, type }
  const filter = (transaction: Transaction): boolean =>
    asked.every(({ account, matches }) => matches(transaction, account))
  return pageFrom(
    context.state.transactions,
    { where, from: momentOf(startDate), to: momentOf(endDate), filter: first && filter },
    query,
    'newest',
  )
}
