/** Lists transactions, for the platform and for agents. @module */
import type { Page, Transaction } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { pageFrom } from '../../handler/page.js'
import { momentOf } from '../../handler/period.js'
import { runDueJobs } from '../../time/scheduler.js'

type Matcher = (transaction: Transaction, value: string) => boolean

const isParty = (end: Readonly<Record<string, unknown>> | undefined, value: string): boolean =>
  end?.['accountId'] === value || end?.['umaAddress'] === value

/**
 * The query parameters that filter by an account id or a UMA address. Each has a function that checks a transaction.
 */
const sides: Readonly<Record<string, Matcher>> = {
  accountIdentifier: ({ source, destination }, value) =>
    isParty(source, value) || isParty(destination, value),
  senderAccountIdentifier: ({ source }, value) => isParty(source, value),
  receiverAccountIdentifier: ({ destination }, value) => isParty(destination, value),
}

/**
 * Returns the page of transactions that a query selects, newest first by default. Dates are inclusive. The argument
 * `customerId` overrides the query parameter of the same name.
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
