/** The transactions that an agent sees: those of its customer (Agent-scoped calls). @module */
import type { Transaction } from '../../spec/transactions.js'
import { expireQuotes } from '../quotes/settle.js'
import { Refusal } from '../refusal.js'
import { expireApprovals } from '../transactions/incoming.js'
import { settleDuePayments } from '../transactions/payments.js'
import type { World } from '../world.js'
import type { AgentRecord } from './record.js'

type Matcher = (transaction: Transaction, value: string) => boolean

const isSender: Matcher = ({ source }, value) => holds(source, value)
const isReceiver: Matcher = ({ destination }, value) => holds(destination, value)

/** An account is named by its id, somebody elsewhere by a UMA address. */
const holds = (end: Readonly<Record<string, unknown>> | undefined, value: string): boolean =>
  end?.['accountId'] === value || end?.['umaAddress'] === value

/** What each filter of the list asks of a transaction; dates are inclusive. */
const matchers: Readonly<Record<string, Matcher>> = {
  accountIdentifier: (transaction, value) => isSender(transaction, value) || isReceiver(transaction, value),
  senderAccountIdentifier: isSender,
  receiverAccountIdentifier: isReceiver,
  status: ({ status }, value) => status === value,
  type: ({ type }, value) => type === value,
  reference: ({ reconciliationInstructions }, value) => reconciliationInstructions?.reference === value,
  startDate: ({ createdAt = '' }, value) => Date.parse(createdAt) >= Date.parse(value),
  endDate: ({ createdAt = '' }, value) => Date.parse(createdAt) <= Date.parse(value),
}

/** The customer's transactions that fit every filter, in the order that was asked for. */
export function transactionsOf(
  world: World,
  agent: AgentRecord,
  query: ReadonlyMap<string, string>,
): Transaction[] {
  const wanted = ownTransactions(world, agent).filter((transaction) =>
    [...query].every(([name, value]) => matchers[name]?.(transaction, value) ?? true),
  )
  // They are kept in the order in which they were created.
  return query.get('sortOrder') === 'asc' ? wanted : wanted.reverse()
}

/** Throws 404 for a transaction that is unknown or another customer's. */
export function transactionOf(world: World, agent: AgentRecord, id: string): Transaction {
  const found = ownTransactions(world, agent).find((transaction) => transaction.id === id)
  if (!found) throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
  return found
}

function ownTransactions(world: World, { customerId }: AgentRecord): Transaction[] {
  expireQuotes(world)
  settleDuePayments(world)
  expireApprovals(world)
  return [...world.state.transactions.values()].filter((transaction) => transaction.customerId === customerId)
}
