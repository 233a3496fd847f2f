/** The calls of agents and of what manages them. @module */
import { added, type CallFact, named } from '../call.js'

/** Platform’s and agents’ own. */
export const agentCalls: readonly CallFact[] = [
  ...added(
    'agents/agents',
    ['createAgent', 'makes an agent with a device code', 'answers the agent and a device code'],
    [
      'listAgents',
      'answers agents in pages, filtered',
      'is filtered, its bounds in time are inclusive, and it comes in pages',
    ],
  ),
  ...named(
    'agents/agents',
    [
      'getAgent',
      'answers the agent with its counters',
      'begins with empty counters that say when they begin anew',
    ],
    ['updateAgent', 'changes name or pause', 'takes a name, a pause, or both'],
  ),
  ...added(
    'agents/agents',
    [
      'updateAgentPolicy',
      'changes the parts that were sent',
      'keeps what is left out, at every level, and replaces a given list whole',
    ],
    ['deleteAgent', 'ends token, codes and actions', 'ends its token, its codes and its actions'],
    ['createDeviceCode', 'makes a code and ends the earlier ones', 'ends with the next one'],
    [
      'getDeviceCodeStatus',
      'answers whether the code was redeemed',
      'gives an access token without authentication and connects the agent',
    ],
  ),
  ...named('agents/agents', [
    'redeemDeviceCode',
    'gives the access token, once',
    'is redeemed once, also by two at a time',
  ]),
  ...added('agents/actions', [
    'listAgentApprovals',
    'answers what waits, newest first',
    'holds what waits, newest first, filtered, with inclusive dates',
  ]),
  ...named('agents/actions', [
    'approveAgentAction',
    'carries the action out',
    'is carried out when it is approved: only then it has a transaction',
  ]),
  ...added('agents/actions', [
    'rejectAgentAction',
    'ends the action with a reason',
    'is not carried out when it is rejected; only then it has a reason',
  ]),
  ...added('agents/calls', [
    'getOwnAgent',
    'answers the agent that calls',
    'is what a call of an agent needs',
  ]),
  ...named('agents/calls', [
    'createAgentQuote',
    'makes a quote within the policy',
    'are its customer’s, and their transaction says who initiated it',
  ]),
  ...added('agents/calls', [
    'getAgentQuote',
    'answers a quote of the agent’s customer',
    'of another customer are not found',
  ]),
  ...added('agents/actions', [
    'executeAgentQuote',
    'makes an action of it: carried out, or waiting',
    'is approved at once, with its quote and its transaction, and moves the money',
  ]),
  ...added(
    'agents/calls',
    [
      'listAgentActions',
      'answers the agent’s actions in pages',
      'are listed newest first, by status, and read one by one',
    ],
    [
      'getAgentAction',
      'answers the action as it stands',
      'are listed newest first, by status, and read one by one',
    ],
  ),
  ...named('agents/calls', [
    'listAgentTransactions',
    'answers the customer’s transactions, filtered, in pages',
    'are its customer’s, filtered, with inclusive dates, in pages, newest first',
  ]),
  ...added(
    'agents/calls',
    ['getAgentTransaction', 'answers a transaction of the customer', 'are none of another customer’s'],
    ['createAgentTransferIn', 'makes an action of it: carried out, or waiting', 'come in as an action'],
    [
      'createAgentTransferOut',
      'makes an action of it: carried out, or waiting',
      'go out as an action with its details and its transaction, and without a quote',
    ],
    [
      'listAgentInternalAccounts',
      'answers the allowed ones of the customer',
      'are its customer’s internal ones, and of those the allowed ones',
    ],
    [
      'listAgentExternalAccounts',
      'answers the customer’s',
      'are its customer’s external ones, which it creates and deletes',
    ],
    [
      'createAgentExternalAccount',
      'opens one for the customer',
      'are its customer’s external ones, which it creates and deletes',
    ],
    [
      'deleteAgentExternalAccount',
      'forgets one of the customer’s',
      'are its customer’s external ones, which it creates and deletes',
    ],
  ),
  ...named('agents/calls', [
    'getAgentExternalAccount',
    'answers one of the customer’s',
    'are no other customer’s',
  ]),
]
