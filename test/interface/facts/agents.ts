/** Facts about agents, their actions and their calls. @module */
import { fact, type Section } from '../fact.js'

const actions = 'agents/actions'
const calls = 'agents/calls'
const agents = 'agents/agents'
const platform = 'interface/platform-rows'

/** The Agent resource with its policy. */
export const agent: Section = {
  section: 'Agent',
  facts: [
    fact('agent-paused', 'A paused agent initiates nothing.', [actions, 'reads, but initiates nothing: 403']),
    fact('agent-connected', 'An agent is connected once its device code was redeemed.', [
      agents,
      'answers the agent and a device code',
      'gives an access token without authentication and connects the agent',
    ]),
    fact('agent-permission', 'Without a permission what it stands for is refused.', [
      calls,
      '%s is needed for %s',
      'CREATE_QUOTES is needed to create a quote',
    ]),
    fact(
      'agent-limits',
      'The limits per transaction, day, number and month hold, and those of an account.',
      [platform, 'on an agent’s spending: %s'],
      [
        actions,
        'of an account go before the policy’s own',
        'a month is reached but not passed, and begins anew with the month',
      ],
    ),
    fact('agent-accounts', 'With allowedAccountIds no other account is used.', [
      actions,
      'are the only ones an agent may use',
    ]),
    fact('agent-threshold', 'Above the threshold the platform is asked.', [
      platform,
      'on an agent’s spending: above approvalThresholds.amount the platform is asked',
    ]),
    fact('agent-usage', 'The counters begin anew on dailyResetDate and with monthlyResetMonth.', [
      actions,
      'begin anew with the day and with the month',
    ]),
    fact('agent-patch', 'Changing an agent needs a name or a pause.', [
      agents,
      'needs at least one of the two',
    ]),
  ],
}

/** The AgentAction resource and the rows of its states. */
export const agentAction: Section = {
  section: 'AgentAction and its states',
  facts: [
    fact(
      'action-quote',
      'Only an EXECUTE_QUOTE has a quote.',
      [actions, 'is approved at once, with its quote and its transaction, and moves the money'],
      [calls, 'go out as an action with its details and its transaction, and without a quote'],
    ),
    fact(
      'action-transfer',
      'Only a TRANSFER_OUT or TRANSFER_IN has transferDetails.',
      [
        calls,
        'go out as an action with its details and its transaction, and without a quote',
        'come in as an action',
      ],
      [actions, 'is approved at once, with its quote and its transaction, and moves the money'],
    ),
    fact(
      'action-transaction',
      'A transaction is there once execution began, not while PENDING_APPROVAL and not when REJECTED.',
      [
        actions,
        'waits without a transaction and moves nothing',
        'is carried out when it is approved: only then it has a transaction',
        'is not carried out when it is rejected; only then it has a reason',
      ],
    ),
    fact('action-reason', 'Only a REJECTED one has a rejectionReason.', [
      actions,
      'is not carried out when it is rejected; only then it has a reason',
    ]),
    fact('action-pending', 'PENDING_APPROVAL: it waits for the platform.', [
      actions,
      'waits without a transaction and moves nothing',
    ]),
    fact(
      'action-approved',
      'PENDING_APPROVAL becomes APPROVED by the platform’s approval, and is carried out.',
      [actions, 'is carried out when it is approved: only then it has a transaction'],
    ),
    fact(
      'action-failed',
      'APPROVED becomes FAILED when execution fails: quote expired, funds missing, payment not delivered.',
      [
        actions,
        'has failed when it is approved after its quote expired',
        'has failed when it is approved and funds are missing',
      ],
      ['interface/money-facts', 'fails where its transfer ends as suffix %s has it, and is not spent'],
    ),
    fact(
      'action-rejected',
      'PENDING_APPROVAL becomes REJECTED by the platform’s rejection, and nothing is carried out.',
      [actions, 'is not carried out when it is rejected; only then it has a reason'],
    ),
    fact('action-approve-body', 'Approving an action needs no body.', [
      actions,
      'is carried out when it is approved: only then it has a transaction',
    ]),
  ],
}

/** The agent-scoped calls. */
export const agentCalls: Section = {
  section: 'Agent-scoped calls',
  facts: [
    fact(
      'agent-list-account',
      'accountIdentifier fits the sender or the receiver.',
      [calls, 'are its customer’s, filtered, with inclusive dates, in pages, newest first'],
      [
        'transactions/transactions',
        'matches accountIdentifier with sender or receiver, account or UMA address',
      ],
    ),
    fact(
      'agent-list-dates',
      'startDate and endDate are inclusive.',
      [
        'transactions/transactions',
        'includes what was created at startDate and at endDate, and nothing before or after',
      ],
      [calls, 'are its customer’s, filtered, with inclusive dates, in pages, newest first'],
    ),
    fact('agent-list-limit', 'limit is 20 unless sent, and 1 to 100.', [
      platform,
      'on a page of an agent’s transactions: 20 unless asked otherwise, 1 to 100',
    ]),
    fact(
      'agent-list-order',
      'sortOrder is desc unless sent.',
      ['transactions/transactions', 'is sorted desc by default'],
      [calls, 'are its customer’s, filtered, with inclusive dates, in pages, newest first'],
    ),
    fact(
      'agent-list-cursor',
      'nextCursor is there only when hasMore is true; totalCount is without pages.',
      [
        'transactions/transactions',
        'has nextCursor only when hasMore is true, and counts without pagination',
      ],
      [calls, 'are its customer’s, filtered, with inclusive dates, in pages, newest first'],
    ),
    fact('agent-quote-accounts', 'A quote of an agent uses accounts of its customer alone.', [
      calls,
      'take only accounts of that customer',
      'take no other customer’s id',
    ]),
    fact(
      'agent-quote-approval',
      'With APPROVAL_REQUIRED or above the threshold the platform approves before money moves.',
      [calls, 'wait where the policy wants approval, immediatelyExecute or not'],
      [actions, 'is needed above the threshold only, also in mode AUTO'],
    ),
    fact('agent-redeem', 'Redeeming a device code gives the access token.', [
      agents,
      'gives an access token without authentication and connects the agent',
    ]),
  ],
}
