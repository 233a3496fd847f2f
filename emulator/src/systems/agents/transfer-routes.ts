/** Transfers that an agent requests. Each is submitted as an action. @module */
import type { AgentAction, TransferBody } from 'embedded-wallet-auth/wire'
import { type Call, type HandlerResult, on, type SystemRoutes } from '../../handler/bind-route.js'
import type { TransferType } from '../../state/records/agents.js'
import { submit } from './actions.js'
import { transferDetails } from './execute.js'
import { initiatingAgent } from './find-agent.js'
import { accountInUse, requireAllowedAccounts } from './policy-check.js'

/** The calls `/agents/me/transfer-in` and `/agents/me/transfer-out`. */
export const agentTransferRoutes: SystemRoutes = [
  on('createAgentTransferIn', transferAsAgent('TRANSFER_IN')),
  on('createAgentTransferOut', transferAsAgent('TRANSFER_OUT')),
]

function transferAsAgent(type: TransferType): (call: Call<TransferBody>) => HandlerResult<AgentAction> {
  return (call) => {
    const { context, body } = call
    const agent = initiatingAgent(call, 'CREATE_TRANSFERS')
    const accounts = [body.source, body.destination].map(({ accountId }) => accountInUse(context, accountId))
    // This check comes first, because the errors of other checks could reveal details of accounts that the agent may
    // not use.
    requireAllowedAccounts(agent, accounts)
    const details = transferDetails(context, type, body)
    const spend = { amount: details.amount, currency: details.currency }
    return { answer: submit(context, { agent, task: { type, details }, spend, accounts }) }
  }
}
