/** Reads the state of a customer's agents from the service's answers and the platform's book. @module */
import * as v from 'valibot'
import type { AgentPayment, AgentsView, OwnAgent, WaitingPayment } from '../../agents-contract.js'
import { Refused } from '../answer.js'
import type { Customer } from '../cast.js'
import type { Platform } from '../platform-routes.js'
import type { CallService } from '../service.js'
import type { AgentBook } from './agent-book.js'
import type { ExampleAgent } from './example-agent.js'
import { outcomeOfTransaction } from './outcomes.js'
import { Account, ActionAnswer, AgentAnswer, PocketPayment, rowsIn } from './shapes.js'

/** What the calls about agents use. */
export interface AgentPlatform extends Platform {
  /** Makes calls that the wire log does not show, because the page polls every few seconds. */
  readonly quietly: CallService
  readonly book: AgentBook
  readonly example: ExampleAgent
}

/** Reads everything about the customer's agents. */
export async function readAgents(platform: AgentPlatform, customer: Customer): Promise<AgentsView> {
  const { service, book } = platform
  const { customerId, pocketId, payees } = customer
  const agents = rowsIn(AgentAnswer, await service('GET', `/agents?customerId=${customerId}&limit=100`))
  for (const { id, name } of agents) book.names.set(id, name)
  const sent = `customerId=${customerId}&senderAccountIdentifier=${pocketId}&type=OUTGOING&limit=50`
  const payments = rowsIn(PocketPayment, await service('GET', `/transactions?${sent}`))
  return {
    pocket: { id: pocketId, balance: await pocketBalance(service, customer) },
    payees,
    agents: agents.map((agent) => ownAgent(platform, agent)),
    waiting: await readWaiting(service, platform, customer),
    history: [
      ...payments.flatMap((payment) => movedPayment(book, customer, payment)),
      ...book.endedOf(customerId),
    ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
  }
}

/** Reads the payments that wait for the customer's approval. */
export async function readWaiting(
  service: CallService,
  { book }: AgentPlatform,
  { customerId, payees }: Customer,
): Promise<readonly WaitingPayment[]> {
  const list = await service('GET', `/agents/approvals?customerId=${customerId}&limit=50`)
  const actions = rowsIn(ActionAnswer, list)
  // This is stored when a waiting payment is first read, because the answer to the user's decision may get lost.
  for (const { quote } of actions) book.asked.add(quote.transactionId)
  return actions.map(({ id, agentId, createdAt, quote }) => ({
    id,
    agentId,
    agentName: book.names.get(agentId) ?? 'An agent',
    payee: payeeName(payees, quote.destination.accountId),
    sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    gets: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    askedAt: createdAt,
    offerEndsAt: quote.expiresAt,
  }))
}

/** Reads the balance of the pocket. */
export async function pocketBalance(
  service: CallService,
  { customerId, pocketId }: Customer,
): Promise<AgentsView['pocket']['balance']> {
  const accounts = rowsIn(
    Account,
    await service('GET', `/customers/internal-accounts?customerId=${customerId}`),
  )
  const pocket = accounts.find(({ id }) => id === pocketId)
  if (pocket === undefined) throw new Refused(404, 'NOT_FOUND', 'There is no such account.')
  return pocket.balance
}

/** Reads an agent of the customer. Throws 404 for any other id, so that nobody learns whether that agent exists. */
export async function agentOf(
  { service }: AgentPlatform,
  { customerId }: Customer,
  agentId: string,
): Promise<AgentAnswer> {
  const unknown = new Refused(404, 'NOT_FOUND', 'There is no such agent.')
  if (!/^Agent:[\da-f-]{36}$/.test(agentId)) throw unknown
  const answer = await service('GET', `/agents/${agentId}`).catch((error: unknown) => {
    throw error instanceof Refused && error.status === 404 ? unknown : error
  })
  const agent = v.parse(AgentAnswer, answer)
  if (agent.customerId !== customerId) throw unknown
  return agent
}

export const payeeName = (payees: Customer['payees'], accountId: string): string =>
  payees.find(({ id }) => id === accountId)?.name ?? 'Somebody'

function ownAgent({ book, example }: AgentPlatform, agent: AgentAnswer): OwnAgent {
  const { id, name, isPaused, isConnected, policy, usage } = agent
  const { perTransactionLimit, dailyLimit, monthlyLimit } = policy.spendingLimits
  const code = isConnected ? undefined : book.codes.get(id)
  return {
    id,
    name,
    isPaused,
    isConnected,
    limits: {
      perPayment: perTransactionLimit,
      aDay: dailyLimit,
      aMonth: monthlyLimit,
      asksAbove:
        policy.defaultExecutionMode === 'AUTO'
          ? (policy.approvalThresholds?.amount ?? perTransactionLimit)
          : null,
    },
    used: {
      today: usage.dailySpend,
      thisMonth: usage.monthlySpend,
      paymentsToday: usage.dailyTransactionCount,
    },
    isExample: example.holds(id),
    ...(code === undefined ? {} : { connectCode: code }),
  }
}

/** The statuses of quotes that were not executed, which moved no money. */
const unmoved = new Set(['CREATED', 'PENDING', 'EXPIRED'])

function movedPayment(
  { names, asked }: AgentBook,
  { payees }: Customer,
  payment: PocketPayment,
): AgentPayment[] {
  const { id, status, agentId, destination, sentAmount, createdAt, settledAt } = payment
  if (agentId === undefined || unmoved.has(status)) return []
  const outcome = outcomeOfTransaction(status)
  return [
    {
      id,
      agentName: names.get(agentId) ?? 'An agent',
      payee: payeeName(payees, destination.accountId),
      sends: sentAmount,
      outcome,
      asked: asked.has(id),
      ...(outcome === 'failed' ? { failure: 'sent-back' as const } : {}),
      at: settledAt ?? createdAt,
    },
  ]
}
