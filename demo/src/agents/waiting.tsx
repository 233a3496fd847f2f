/** The agents' payments that wait for the user's approval. @module */
import { useSecondsUntil } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import { formatMoney } from '../money.js'
import { clockText } from '../times.js'
import { type News, NewsRegion } from '../ui/notice.js'
import type { AgentsPage } from './use-agents.js'
import { Answers, type RequestProps } from './waiting-answers.js'

/** The card with all waiting payments. */
export function Waiting(page: AgentsPage): ReactElement | undefined {
  const { waiting } = page.view
  if (waiting.length === 0) return undefined
  return (
    <section className="card card-waiting">
      <h2 tabIndex={-1}>Waiting for your approval</h2>
      <ul className="lines">
        {waiting.map((payment) => (
          <Request key={payment.id} payment={payment} {...page} />
        ))}
      </ul>
      <p className="hint">
        No signature needed: approved payments come from the pocket, not from your wallet.
      </p>
    </section>
  )
}

function Request(props: RequestProps): ReactElement {
  const { agentName, payee, sends, gets, offerEndsAt } = props.payment
  const left = useSecondsUntil(offerEndsAt)
  const isOver = left === 0
  const shortage = shortageOf(props)
  return (
    <li className="request">
      <h3>{`${agentName} wants to send ${formatMoney(sends)} to ${payee}`}</h3>
      <p className="soft">
        {`${payee} gets ${formatMoney(gets)}. `}
        <span className="figure">
          {isOver
            ? 'The rate has expired, so it can’t be paid. Reject it and let the agent ask again.'
            : `Rate guaranteed for ${clockText(left)}.`}
        </span>
      </p>
      <NewsRegion news={isOver ? undefined : shortage} />
      <Answers isOver={isOver} isShort={shortage !== undefined} {...props} />
    </li>
  )
}

/** Returns what is missing in the pocket. `undefined` if it has enough. */
function shortageOf({ view, payment: { sends } }: RequestProps): News | undefined {
  const { balance } = view.pocket
  if (balance.amount >= sends.amount) return undefined
  const missing = formatMoney({ ...sends, amount: sends.amount - balance.amount })
  return {
    tone: 'careful',
    title: `The pocket has only ${formatMoney(balance)}.`,
    next: `Add ${missing} to approve this payment.`,
  }
}
