/** Lets agents create, read and execute quotes (Agent-scoped calls). @module */
import {
  type AgentAction,
  type CreateQuoteBody,
  defaultHeaderNames,
  type Quote,
} from 'embedded-wallet-auth/wire'
import { conflict, invalidInput, notFound } from '../../handler/api-error.js'
import type { Call, HandlerResult } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import type { AgentRecord } from '../../state/records/agents.js'
import { quoteFor } from '../quotes/create.js'
import { currentQuote, pendingQuote, requireQuoteStamp } from '../quotes/settle.js'
import { submit } from './actions.js'
import { type AgentCall, forbidden, initiatingAgent } from './find-agent.js'
import { type AccountInUse, accountInUse, requireAllowedAccounts } from './policy-check.js'

/**
 * Creates a quote like `POST /quotes`, but only for accounts of the agent's customer. With `immediatelyExecute`, the
 * agent also needs the permission `EXECUTE_QUOTES`, and the execution is submitted as an action. The quote stays
 * pending while that action waits for approval.
 */
export async function createQuoteAsAgent(call: Call<CreateQuoteBody>): Promise<HandlerResult<Quote>> {
  const agent = initiatingAgent(call, 'CREATE_QUOTES')
  const { context, body } = call
  const { immediatelyExecute = false, source, ...rest } = body
  if (immediatelyExecute) requireExecutableAtOnce(call)
  if (source.customerId !== undefined && source.customerId !== agent.customerId) {
    throw forbidden('The source belongs to another customer.')
  }
  requireAllowedAccounts(agent, accountsOf(context, source, body.destination))
  const owned = { ...rest, source: { ...source, customerId: agent.customerId } }
  const quote = await quoteFor(context, owned, { agentId: agent.id })
  if (immediatelyExecute) await execute(call, quote)
  return { answer: currentQuote(context, quote.id) }
}

/**
 * Throws 403 if the agent may not execute quotes, and 400 if the source is an embedded wallet or real-time funding.
 */
function requireExecutableAtOnce(call: Call<CreateQuoteBody>): void {
  initiatingAgent(call, 'EXECUTE_QUOTES')
  const { source } = call.body
  const account =
    source.sourceType === 'ACCOUNT' ? call.context.state.accounts.get(source.accountId) : undefined
  if (source.sourceType !== 'ACCOUNT' || account?.wallet) {
    throw invalidInput(
      'With immediatelyExecute, the source must be an account that is not an embedded wallet.',
      'immediatelyExecute',
    )
  }
}

/** Returns a quote in its current state. Throws 404 unless it belongs to the agent's customer. */
export function quoteOf(context: Context, agent: AgentRecord, id: string): Quote {
  const quote = currentQuote(context, id)
  if (context.state.transactions.get(quote.transactionId)?.customerId !== agent.customerId) {
    throw notFound('quote', 'QUOTE_NOT_FOUND')
  }
  return quote
}

/**
 * Submits the execution of a quote. Rejects with 401 if the source is an embedded wallet and the call has no valid
 * stamp from the wallet's holder. The stamp is needed even if the platform must also approve the execution.
 */
export async function executeQuoteAsAgent(call: Call<undefined>): Promise<HandlerResult<AgentAction>> {
  const agent = initiatingAgent(call, 'EXECUTE_QUOTES')
  const quote = quoteOf(call.context, agent, call.param('quoteId'))
  requireFree(call.context, quote.id)
  await requireQuoteStamp(call.context, quote, call.header(defaultHeaderNames.walletSignature))
  return { answer: await execute(call, quote) }
}

/**
 * Submits the execution of a quote. Checks the agent and the quote again, because other calls may have changed them in
 * the meantime.
 */
function execute(call: AgentCall, quote: Quote): Promise<AgentAction> {
  const { context } = call
  requireFree(context, quote.id)
  return submit(context, {
    agent: initiatingAgent(call, 'EXECUTE_QUOTES'),
    task: { type: 'EXECUTE_QUOTE', quoteId: quote.id },
    spend: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency.code },
    accounts: accountsOf(context, quote.source, quote.destination),
  })
}

/** Throws 409 if the quote is not pending, or if an action to execute it is already waiting for approval. */
function requireFree(context: Context, quoteId: string): void {
  pendingQuote(context, quoteId)
  if (context.state.agentActions.list({ where: { quoteId, status: 'PENDING_APPROVAL' } }).length > 0) {
    throw conflict('The execution of this quote is waiting for approval.')
  }
}

/**
 * Returns the accounts at both ends of a payment. An end without an `accountId` is left out. Throws 404 for an unknown
 * id.
 */
function accountsOf(context: Context, ...ends: readonly object[]): readonly AccountInUse[] {
  return ends.flatMap((end) => {
    const id: unknown = 'accountId' in end ? end.accountId : undefined
    return typeof id === 'string' ? [accountInUse(context, id)] : []
  })
}
