/** The history: agents' payments that were made, rejected or failed. @module */
import type { ReactElement } from 'react'
import type { AgentPayment } from '../../agents-contract.js'
import { formatMoney } from '../money.js'
import { momentText } from '../times.js'
import { Card } from '../ui/card.js'
import { Icon, type IconName } from '../ui/icon.js'
import { historyText } from './words.js'

const looks: Readonly<
  Record<AgentPayment['outcome'], { readonly icon: IconName; readonly bubble: string; readonly chip: string }>
> = {
  paid: { icon: 'check', bubble: 'bubble bubble-in', chip: 'paid' },
  'under-way': { icon: 'clock', bubble: 'bubble', chip: 'on its way' },
  rejected: { icon: 'stop', bubble: 'bubble', chip: 'rejected' },
  failed: { icon: 'warning', bubble: 'bubble bubble-bad', chip: 'failed' },
}

/** The card with the history, newest first. */
export function History({ payments }: { readonly payments: readonly AgentPayment[] }): ReactElement {
  return (
    <Card heading="Agent activity">
      {payments.length === 0 ? (
        <div className="empty">
          <Icon name="agent" />
          <p>
            <strong>No activity yet</strong>
          </p>
          <p className="soft">Payments by agents, and ones you reject, show up here.</p>
        </div>
      ) : (
        <ul className="lines">
          {payments.map((payment) => (
            <Line key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ payment }: { readonly payment: AgentPayment }): ReactElement {
  const { agentName, payee, sends, outcome, reason, at } = payment
  const look = looks[outcome]
  const hasMoved = outcome === 'paid' || outcome === 'under-way'
  return (
    <li className="line">
      <span className={look.bubble}>
        <Icon name={look.icon} />
      </span>
      <span className="line-text">
        <strong>{payee}</strong>
        <span className="soft">
          {`${agentName}, `}
          <span className="whole">{momentText(at)}</span>
        </span>
        <span className="soft">{historyText(payment)}</span>
        {reason !== undefined && <q className="reason">{reason}</q>}
      </span>
      <span className="line-money">
        <span className={hasMoved ? 'figure' : 'figure figure-unmoved'}>
          {`${hasMoved ? '−' : ''}${formatMoney(sends)}`}
        </span>
        <span className={`chip chip-${outcome}`}>{look.chip}</span>
      </span>
    </li>
  )
}
