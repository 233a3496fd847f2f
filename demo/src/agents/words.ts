/** Texts about agents: what they may do, what they did, and what was refused. @module */
import type { Currency } from 'embedded-wallet-auth'
import type {
  AgentLimits,
  AgentPayment,
  AgentReport,
  Bill,
  Failure,
  OwnAgent,
  WaitingPayment,
} from '../../agents-contract.js'
import { formatMoney } from '../money.js'
import type { News } from '../ui/notice.js'

/** Describes what an agent may do, in sentences. */
export function limitsInWords(limits: AgentLimits, currency: Currency): readonly string[] {
  const money = (amount: number): string => formatMoney({ amount, currency })
  const { perPayment, aDay, aMonth, asksAbove } = limits
  return [
    asksAbove === null
      ? `Asks before every payment, up to ${money(perPayment)} each.`
      : asksAbove < perPayment
        ? `Pays up to ${money(asksAbove)} on its own. Asks you above that, up to ${money(perPayment)}.`
        : `Pays up to ${money(perPayment)} on its own.`,
    `Spends at most ${money(aDay)} a day and ${money(aMonth)} a month.`,
    'Pays only from the pocket, and only your saved payees.',
  ]
}

/** Describes an agent's request, for a screen reader. */
export const askedText = ({ agentName, sends, payee }: WaitingPayment): string =>
  `${agentName} wants to send ${formatMoney(sends)} to ${payee}. Approve it under Agents.`

const failures: Readonly<Record<Failure, readonly [title: string, next: string]>> = {
  'pocket-too-small': ['It failed: not enough money in the pocket.', 'Add money, then ask the agent again.'],
  'offer-run-out': ['It failed: the rate had expired.', 'Ask the agent again.'],
  'sent-back': ['It failed: the other bank returned it.', 'The money is back in the pocket.'],
  unknown: ['It failed for an unknown reason.', 'Check the pocket before you ask again.'],
}

/** Returns the title of a failure, for the history. */
export const failureText = (failure: Failure | undefined): string => failures[failure ?? 'unknown'][0]

/** Describes the outcome of a payment that was not refused. */
export function outcomeInWords(report: Exclude<AgentReport, { readonly outcome: 'refused' }>): News {
  if (report.outcome === 'failed') {
    const [title, next] = failures[report.failure]
    return { tone: 'problem', title, next }
  }
  return outcomes[report.outcome]
}

const outcomes: Readonly<Record<'paid' | 'under-way' | 'waiting', News>> = {
  paid: { tone: 'good', title: 'Paid.' },
  'under-way': { tone: 'good', title: 'Sent. It is on its way.' },
  waiting: {
    tone: 'info',
    title: 'Waiting for your approval.',
    next: 'No money moves until you approve it at the top of this page.',
  },
}

/** Describes why the service refused the agent, by its error code. */
export function refusalInWords(
  code: string,
  { name, isPaused, limits, used }: OwnAgent,
  { from }: Pick<Bill, 'from'>,
  currency: Currency,
): News {
  const money = (amount: number): string => formatMoney({ amount, currency })
  const refused = (title: string, next: string): News => ({
    tone: 'careful',
    title: `Refused: ${title}`,
    next,
  })
  if (code === 'VELOCITY_LIMIT_EXCEEDED') {
    return refused(
      `that’s more than ${name} can spend.`,
      `The limit is ${money(limits.perPayment)} per payment. It has spent ${money(used.today)} of ${money(limits.aDay)} today and ${money(used.thisMonth)} of ${money(limits.aMonth)} this month.`,
    )
  }
  if (code === 'FORBIDDEN' && isPaused) return refused(`${name} is paused.`, 'Resume it, then ask again.')
  if (code === 'FORBIDDEN' && from === 'wallet') {
    return refused(
      `${name} can’t touch your wallet.`,
      'Its token only works for the pocket, and every payment from the wallet needs your key’s signature.',
    )
  }
  if (code === 'AMOUNT_OUT_OF_RANGE') return refused('the amount is too small.', 'Choose a larger amount.')
  if (code === 'UNAUTHORIZED') return refused('its access has ended.', 'Remove it and connect it again.')
  return refused(`the service said ${code}.`, 'Try something else.')
}

/** Returns the text of a history entry, without the agent's name at its beginning. */
export function historyText({ outcome, asked, failure }: AgentPayment): string {
  if (outcome === 'failed') return failureText(failure)
  if (outcome === 'rejected') return 'You rejected it.'
  const how = asked ? 'You approved it.' : 'Within its limits.'
  return outcome === 'paid' ? how : `${how} It is on its way.`
}
