/** Changes and validates the policies of agents (Agent, Policy). @module */
import type { AgentPolicy, AgentPolicyChange } from 'embedded-wallet-auth/wire'
import { invalidCurrency, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { findCurrency } from '../../money/currencies.js'

/**
 * Returns the policy after a change. Fields that are not in the change keep their values, even in nested objects. A
 * list replaces the previous list. If the change has a new currency but no new amounts, the old amounts are not
 * converted [our choice].
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
 * Validates a policy. Throws 400 `INVALID_CURRENCY` for an unknown currency. Throws 400 for an approval threshold
 * without a currency, and for an account that is not one of the customer's internal accounts.
 */
export function requireSoundPolicy(context: Context, customerId: string, policy: AgentPolicy): void {
  const { spendingLimits, approvalThresholds = {}, accountRestrictions = {} } = policy
  if (typeof approvalThresholds.amount === 'number' && approvalThresholds.currency === undefined) {
    throw invalidInput('An approval threshold needs a currency.', 'approvalThresholds.currency')
  }
  for (const currency of [spendingLimits.currency, approvalThresholds.currency ?? spendingLimits.currency]) {
    if (!findCurrency(currency)) {
      throw invalidCurrency(`The emulator does not support ${currency}.`)
    }
  }
  const { allowedAccountIds, accountRules = [] } = accountRestrictions
  for (const id of [...(allowedAccountIds ?? []), ...accountRules.map(({ accountId }) => accountId)]) {
    if (context.state.accounts.get(id)?.customerId !== customerId) {
      throw invalidInput(
        'The policy names an account that is not an internal account of the customer.',
        'accountRestrictions',
      )
    }
  }
}
