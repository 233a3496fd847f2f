/** The demo server's calls about agents, as functions. Rejects as those of `platform.ts` do. @module */
import type { Quote } from 'embedded-wallet-auth'
import type {
  AgentReport,
  AgentsView,
  ApprovalOutcome,
  Bill,
  NewAgent,
  WaitingPayment,
} from '../../agents-contract.js'
import { call } from '../platform.js'

// The answers come from our own server of the same checkout: they are taken at their word, as in `platform.ts`.

/** Pocket, agents, what waits, what happened. */
export const agents = async (): Promise<AgentsView> => (await call('GET', '/demo/agents')) as AgentsView

/** What waits, and nothing else. */
export const waiting = async (): Promise<readonly WaitingPayment[]> =>
  (await call('GET', '/demo/agents/waiting')) as WaitingPayment[]

/** A new agent with its code; the answer is its id. */
export async function connectAgent(order: NewAgent): Promise<string> {
  const { agentId } = (await call('POST', '/demo/agents', order)) as { readonly agentId: string }
  return agentId
}

/** A new code in place of one that has run out. */
export const newCode = (agentId: string): Promise<unknown> => call('POST', `/demo/agents/${agentId}/code`)

/** The example agent redeems the code. */
export const redeem = (agentId: string): Promise<unknown> => call('POST', `/demo/agents/${agentId}/connect`)

/** Pauses or resumes. */
export const pause = (agentId: string, isPaused: boolean): Promise<unknown> =>
  call('PATCH', `/demo/agents/${agentId}`, { isPaused })

/** Takes an agent away, and what it asked for with it. */
export const remove = (agentId: string): Promise<unknown> => call('DELETE', `/demo/agents/${agentId}`)

/** Gives the example agent a bill; the answer is what it reports. */
export const ask = async (agentId: string, bill: Bill): Promise<AgentReport> =>
  (await call('POST', `/demo/agents/${agentId}/bills`, bill)) as AgentReport

const pathOf = ({ agentId, id }: WaitingPayment): string => `/demo/agents/${agentId}/actions/${id}`

/** Lets a payment happen; it may fail all the same. */
export const approve = async (payment: WaitingPayment): Promise<ApprovalOutcome> =>
  (await call('POST', `${pathOf(payment)}/approve`)) as ApprovalOutcome

/** Turns a payment down. */
export const reject = (payment: WaitingPayment, reason: string): Promise<unknown> =>
  call('POST', `${pathOf(payment)}/reject`, { reason })

/** An offer to move money from the wallet into the pocket: the wallet has to stamp it. */
export const pocketQuote = async (amount: number): Promise<Quote> =>
  (await call('POST', '/demo/pocket/quotes', { amount })) as Quote

/** Moves everything from the pocket into the wallet. */
export const emptyPocket = (): Promise<unknown> => call('POST', '/demo/pocket/return')
