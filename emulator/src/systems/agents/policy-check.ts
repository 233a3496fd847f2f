/**
 * Checks an action against the agent's policy: accounts, limits and approval (Agent, Policy; Limits, Agent spending).
 * @module
 */
import type { ExecutionMode } from 'embedded-wallet-auth/wire'
import { ApiError, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { forbidden } from './find-agent.js'
import { convert, usageOf } from './usage.js'

/** Throws 403 unless every account belongs to the agent's customer and the agent's policy allows the account. */
export function requireAllowedAccounts(agent: AgentRecord, accounts: readonly AccountInUse[]): void {
  const allowed = agent.policy.accountRestrictions?.allowedAccountIds
  for (const { id, customerId, internal } of accounts) {
    if (customerId !== agent.customerId)
      throw forbidden('The account does not belong to the agent’s customer.')
    if (internal && allowed && !allowed.includes(id))
      throw forbidden('The agent’s policy does not allow this account.')
  }
}

/** An account that an action uses. A policy's `allowedAccountIds` restrict only internal accounts. */
export interface AccountInUse {
  readonly id: string
  readonly customerId: string | null | undefined
  readonly internal: boolean
}

/** Returns an internal or external account by its id. Throws 404 for an unknown id. */
export function accountInUse(context: Context, id: string): AccountInUse {
  const account = context.state.accounts.get(id)
  if (account) return { id, customerId: account.customerId, internal: true }
  const { wire } = orNotFound(context.state.externalAccounts.get(id), 'account')
  return { id, customerId: wire.customerId, internal: false }
}

/**
 * Throws 403 if the action would exceed a limit. Reaching a limit exactly is allowed. If rules for the accounts have a
 * `perTransactionLimit`, the lowest of these limits replaces the policy's general limit.
 */
export function requireWithinLimits(
  context: Context,
  agent: AgentRecord,
  spend: ActionRecord['spend'],
  accounts: readonly AccountInUse[],
): void {
  const { currency, dailyLimit, dailyTransactionLimit, monthlyLimit, ...limits } = agent.policy.spendingLimits
  const amount = convert(spend.amount, spend.currency, currency)
  const ruled = rulesFor(agent, accounts).flatMap(({ perTransactionLimit }) => perTransactionLimit ?? [])
  const usage = usageOf(context, agent)
  const passed: readonly [limit: string, passed: boolean][] = [
    [
      'amount per transaction',
      amount > Math.min(...(ruled.length > 0 ? ruled : [limits.perTransactionLimit])),
    ],
    ['amount per day', usage.dailySpend + amount > (dailyLimit ?? Number.POSITIVE_INFINITY)],
    [
      'transactions per day',
      usage.dailyTransactionCount >= (dailyTransactionLimit ?? Number.POSITIVE_INFINITY),
    ],
    ['amount per month', usage.monthlySpend + amount > (monthlyLimit ?? Number.POSITIVE_INFINITY)],
  ]
  const [first] = passed.filter(([, isPassed]) => isPassed)
  if (!first) return
  const message = `The action exceeds a limit of the agent’s policy: ${first[0]}.`
  throw new ApiError(403, 'VELOCITY_LIMIT_EXCEEDED', message)
}

/**
 * Returns the execution mode of an action. An amount above the approval threshold always needs approval. Otherwise, the
 * rules for the accounts decide: approval is needed if any of them requires it. If none of them has a mode, the
 * policy's `defaultExecutionMode` applies.
 */
export function executionModeOf(
  agent: AgentRecord,
  spend: ActionRecord['spend'],
  accounts: readonly AccountInUse[],
): ExecutionMode {
  const { defaultExecutionMode, approvalThresholds } = agent.policy
  const { amount, currency } = approvalThresholds ?? {}
  if (typeof amount === 'number' && currency !== undefined) {
    if (convert(spend.amount, spend.currency, currency) > amount) return 'APPROVAL_REQUIRED'
  }
  const modes = rulesFor(agent, accounts).flatMap(({ executionMode }) => executionMode ?? [])
  if (modes.length === 0) return defaultExecutionMode
  return modes.includes('APPROVAL_REQUIRED') ? 'APPROVAL_REQUIRED' : 'AUTO'
}

const rulesFor = (
  agent: AgentRecord,
  accounts: readonly AccountInUse[],
): NonNullable<NonNullable<AgentRecord['policy']['accountRestrictions']>['accountRules']> =>
  (agent.policy.accountRestrictions?.accountRules ?? []).filter(({ accountId }) =>
    accounts.some(({ id }) => id === accountId),
  )
