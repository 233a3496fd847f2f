/** Changes and validates policies (Agent, Policy). @module */
import type { AgentPolicy, AgentPolicyChange } from '../../../wire/agent-policy.js'
import { ApiError, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { findCurrency } from '../../money/currencies.js'

/**
 * The policy after a change. Parts that the change leaves out keep their value, at every level; a list replaces the
 * whole list. Amounts are not converted when only their currency changes [advice].
 */
export function changedPolicy(policy: AgentPolicy, change: AgentPolicyChange): AgentPolicy {
  const { accountRestrictions, approvalThresholds, spendingLimits, ...plain } = change
  return {
    ...policy,
    ...plain,
    spendingLimits: { ...policy.spendingLimits, ...spendingLimits },
    ...(accountRestrictions
      ? { accountRestrictions: { ...policy.accountRestrictions, ...accountRestrictions } }
      : {}),
    ...(approvalThresholds
      ? { approvalThresholds: { ...policy.approvalThresholds, ...approvalThresholds } }
      : {}),
  }
}

/**
 * Throws 400 `INVALID_CURRENCY` for an unknown currency, and 400 for a threshold without a currency or for an account
 * that is not the customer's.
 */
export function requireSoundPolicy(context: Context, customerId: string, policy: AgentPolicy): void {
  const { spendingLimits, approvalThresholds = {}, accountRestrictions = {} } = policy
  if (typeof approvalThresholds.amount === 'number' && approvalThresholds.currency === undefined) {
    throw invalidInput('A threshold needs its currency.', 'approvalThresholds.currency')
  }
  for (const currency of [spendingLimits.currency, approvalThresholds.currency ?? spendingLimits.currency]) {
    if (!findCurrency(currency)) {
      throw new ApiError(400, 'INVALID_CURRENCY', `There is no currency ${currency}.`)
    }
  }
  const { allowedAccountIds, accountRules = [] } = accountRestrictions
  for (const id of [...(allowedAccountIds ?? []), ...accountRules.map(({ accountId }) => accountId)]) {
    if (context.state.accounts.get(id)?.customerId !== customerId) {
      throw invalidInput('The policy names an account of another customer.', 'accountRestrictions')
    }
  }
}
