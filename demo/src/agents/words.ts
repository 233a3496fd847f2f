/** Agents in words: what they may do, what they did, what was refused and why. @module */
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
import type { Tone } from '../notice-box.js'

/** A notice. */
export interface Notice {
  readonly tone: Tone
  readonly title: string
  readonly next?: string
}

/** What a policy comes down to, a sentence for each part. */
export function limitsInWords(limits: AgentLimits, currency: Currency): readonly string[] {
  const money = (amount: number): string => formatMoney({ amount, currency })
  const { perPayment, aDay, aMonth, asksAbove } = limits
  return [
    asksAbove === null
      ? `Asks you before every payment, and may ask for up to ${money(perPayment)}.`
      : asksAbove < perPayment
        ? `Pays up to ${money(asksAbove)} by itself. Above that it asks you, up to ${money(perPayment)}.`
        : `Pays up to ${money(perPayment)} by itself.`,
    `No more than ${money(aDay)} a day and ${money(aMonth)} a month.`,
    'Only from the pocket, and only to those whose accounts you have saved.',
  ]
}

/** What an agent wants, for whoever listens. */
export const askedText = ({ agentName, sends, payee }: WaitingPayment): string =>
  `${agentName} asks to send ${formatMoney(sends)} to ${payee}. It waits for your approval, under Agents.`

const failures: Readonly<Record<Failure, readonly [title: string, next: string]>> = {
  'pocket-too-small': ['It failed: the pocket holds too little.', 'Put money in, then ask the agent again.'],
  'offer-run-out': ['It failed: the offer behind it had run out.', 'Ask the agent again: rates change.'],
  'sent-back': ['It failed: the other bank sent it back.', 'The money is in the pocket again.'],
  unknown: ['It failed, and the service does not say why.', 'Nothing has left the pocket.'],
}

/** The first words of a failure, for a line of the history. */
export const failureText = (failure: Failure | undefined): string => failures[failure ?? 'unknown'][0]

/** What became of a payment that went its way. */
export function outcomeInWords(report: Exclude<AgentReport, { readonly outcome: 'refused' }>): Notice {
  if (report.outcome === 'failed') {
    const [title, next] = failures[report.failure]
    return { tone: 'problem', title, next }
  }
  return outcomes[report.outcome]
}

const outcomes: Readonly<Record<'paid' | 'under-way' | 'waiting', Notice>> = {
  paid: { tone: 'good', title: 'Paid.' },
  'under-way': { tone: 'good', title: 'Sent. It is on its way.' },
  waiting: {
    tone: 'info',
    title: 'It waits for your word.',
    next: 'Nothing moves before you approve it, at the top of this page.',
  },
}

/** Why the service let the agent do nothing. It names a code; the rest is known here. */
export function refusalInWords(
  code: string,
  { name, isPaused, limits, used }: OwnAgent,
  { from }: Pick<Bill, 'from'>,
  currency: Currency,
): Notice {
  const money = (amount: number): string => formatMoney({ amount, currency })
  const refused = (title: string, next: string): Notice => ({
    tone: 'careful',
    title: `Refused: ${title}`,
    next,
  })
  if (code === 'VELOCITY_LIMIT_EXCEEDED') {
    return refused(
      `that is more than ${name} may spend.`,
      `It may spend ${money(limits.perPayment)} at once. Of ${money(limits.aDay)} a day it has used ${money(used.today)}, of ${money(limits.aMonth)} a month ${money(used.thisMonth)}.`,
    )
  }
  if (code === 'FORBIDDEN' && isPaused) return refused(`${name} is paused.`, 'Resume it, then ask again.')
  if (code === 'FORBIDDEN' && from === 'wallet') {
    return refused(
      `${name} may not touch your wallet.`,
      'Its token is good for the pocket only. Even if it were not, the wallet would want the signature of your key.',
    )
  }
  if (code === 'AMOUNT_OUT_OF_RANGE')
    return refused('nothing would arrive of so little.', 'Choose a larger amount.')
  if (code === 'UNAUTHORIZED')
    return refused('its token is worth nothing any more.', 'Remove it and connect it anew.')
  return refused(`the service said ${code}.`, 'Try something else.')
}

/** What a line of the history says after the agent's name. */
export function historyText({ outcome, asked, failure }: AgentPayment): string {
  if (outcome === 'failed') return failureText(failure)
  if (outcome === 'rejected') return 'You turned it down.'
  const how = asked ? 'You approved it.' : 'Within its limits.'
  return outcome === 'paid' ? how : `${how} It is on its way.`
}
