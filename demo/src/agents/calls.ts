/** The demo server's calls about agents, as functions. They reject with a `PlatformError`. @module */
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

// The answers are not parsed: they come from this project's own server, as in `platform.ts`.

/** Reads the pocket, the agents, the waiting payments and the history. */
export const agents = async (): Promise<AgentsView> => (await call('GET', '/demo/agents')) as AgentsView

/** Reads only the waiting payments. */
export const waiting = async (): Promise<readonly WaitingPayment[]> =>
  (await call('GET', '/demo/agents/waiting')) as WaitingPayment[]

/** Creates an agent, with a code that connects it. Resolves with the agent's id. */
export async function connectAgent(order: NewAgent): Promise<string> {
  const { agentId } = (await call('POST', '/demo/agents', order)) as { readonly agentId: string }
  return agentId
}

/** Creates a new code, because the old one has expired. */
export const newCode = (agentId: string): Promise<unknown> => call('POST', `/demo/agents/${agentId}/code`)

/** Lets the example agent redeem the agent's code. */
export const redeem = (agentId: string): Promise<unknown> => call('POST', `/demo/agents/${agentId}/connect`)

/** Pauses or resumes an agent. */
export const pause = (agentId: string, isPaused: boolean): Promise<unknown> =>
  call('PATCH', `/demo/agents/${agentId}`, { isPaused })

/** Removes an agent and cancels its requests. */
export const remove = (agentId: string): Promise<unknown> => call('DELETE', `/demo/agents/${agentId}`)

/** Gives the example agent a bill. Resolves with the agent's report. */
export const ask = async (agentId: string, bill: Bill): Promise<AgentReport> =>
  (await call('POST', `/demo/agents/${agentId}/bills`, bill)) as AgentReport

const pathOf = ({ agentId, id }: WaitingPayment): string => `/demo/agents/${agentId}/actions/${id}`

/** Approves a payment. The payment may still fail. */
export const approve = async (payment: WaitingPayment): Promise<ApprovalOutcome> =>
  (await call('POST', `${pathOf(payment)}/approve`)) as ApprovalOutcome

/** Rejects a payment. */
export const reject = (payment: WaitingPayment, reason: string): Promise<unknown> =>
  call('POST', `${pathOf(payment)}/reject`, { reason })

/** Requests a quote to move money from the wallet into the pocket. To execute it, the wallet must stamp it. */
export const pocketQuote = async (amount: number): Promise<Quote> =>
  (await call('POST', '/demo/pocket/quotes', { amount })) as Quote

/** Moves all money from the pocket into the wallet. */
export const emptyPocket = (): Promise<unknown> => call('POST', '/demo/pocket/return')
