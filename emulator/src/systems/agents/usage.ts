/** Computes what an agent has spent on the current day and in the current month, in UTC (Agent, Usage). @module */
import type { AgentUsage } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { currencyRow } from '../../money/currencies.js'
import type { AgentRecord } from '../../state/records/agents.js'
import { timestamp } from '../../time/clock.js'
import { statusOf } from './find-agent.js'

/**
 * Converts an amount at the emulator's rates. `amount` and the result are each in the smallest unit of their currency.
 * The result is rounded up, so that rounding cannot let an agent exceed a limit.
 */
export function convert(amount: number, from: string, to: string): number {
  if (from === to) return amount
  const [source, target] = [currencyRow(from), currencyRow(to)]
  const over = BigInt(amount) * source.value * 10n ** BigInt(target.currency.decimals)
  const under = target.value * 10n ** BigInt(source.currency.decimals)
  return Math.min(Number((over + under - 1n) / under), Number.MAX_SAFE_INTEGER)
}

/**
 * Returns an agent's usage for the current day and month. An action that waits for approval counts, so that all waiting
 * actions together stay within the limits. A rejected or failed action does not count [our choice].
 */
export function usageOf(context: Context, agent: AgentRecord): AgentUsage {
  const now = timestamp(context.clock.now())
  const { currency } = agent.policy.spendingLimits
  let [dailyTransactionCount, dailySpend, monthlySpend] = [0, 0, 0]
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const thisMonth = { where: { agentId: agent.id }, from: Date.UTC(year, month, 1) }
  for (const action of context.state.agentActions.list(thisMonth)) {
    const { createdAt, spend } = action
    if (['REJECTED', 'FAILED'].includes(statusOf(context, action))) continue
    const amount = convert(spend.amount, spend.currency, currency)
    monthlySpend += amount
    if (dayOf(createdAt) !== dayOf(now)) continue
    dailyTransactionCount += 1
    dailySpend += amount
  }
  return {
    dailyTransactionCount,
    dailySpend: Math.min(dailySpend, Number.MAX_SAFE_INTEGER),
    monthlySpend: Math.min(monthlySpend, Number.MAX_SAFE_INTEGER),
    dailyResetDate: dayOf(timestamp(Date.UTC(year, month, day + 1))),
    monthlyResetMonth: monthOf(timestamp(Date.UTC(year, month + 1, 1))),
  }
}

const dayOf = (moment: string): string => moment.slice(0, 10)
const monthOf = (moment: string): string => moment.slice(0, 7)
