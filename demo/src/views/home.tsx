/** Balance and activity. @module */
import { Fragment, type ReactElement, useEffect, useState } from 'react'
import type { Me, Movement } from '../../contract.js'
import { formatAmount, formatMoney } from '../money.js'
import * as platform from '../platform.js'
import { serverNow } from '../server-time.js'
import { dayText, shortTime } from '../times.js'
import { useApp, useMember } from '../ui/app-context.js'
import { OnlineButton } from '../ui/button.js'
import { Card, ScreenHeading } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { Kept, useKept } from '../ui/use-kept.js'
import { MovementDetail } from './movement-detail.js'
import { statusText } from './payment-status.js'

/** The start page of a signed-in wallet. */
export function Home(): ReactElement {
  const app = useApp()
  const { me, kept } = useMember()
  const [shown, setShown] = useState<Movement>()
  // Whenever the account is read again, money may have moved, here or elsewhere.
  const activity = useKept(kept.activity, platform.activity, me)
  useEffect(() => {
    // The balance is as old as the login.
    app.reload().catch(() => {})
  }, [app])
  return (
    <div className="stack">
      <ScreenHeading>{`${me.person.name.split(' ')[0] ?? 'Your'}’s wallet`}</ScreenHeading>
      <div className="balance-place">
        <Balance {...me} />
      </div>
      <div className="row">
        <OnlineButton weight="primary" icon="send" className="button-wide" onClick={() => app.goTo('send')}>
          Send money
        </OnlineButton>
      </div>
      <Card heading="Activity">
        <Kept list={activity} lines={3}>
          {(movements) => <Activity movements={movements} onShow={setShown} />}
        </Kept>
      </Card>
      {shown && <MovementDetail movement={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function Balance({ account: { balance, privateEnabled } }: Me): ReactElement {
  return (
    <section className="balance" aria-label="Balance">
      <Ripples />
      <p className="balance-label">Available</p>
      <p className="balance-figure">
        <span className="balance-amount">{formatAmount(balance.amount, balance.currency)}</span>{' '}
        <span className="balance-currency">{balance.currency.code}</span>
      </p>
      <p className="balance-note">
        <a href="#security">
          {privateEnabled === true ? 'Only you can see your activity' : 'Others can see your activity'}
        </a>
      </p>
    </section>
  )
}

/** The water rings, the only ornament of the page. */
function Ripples(): ReactElement {
  return (
    <svg viewBox="0 0 200 200" className="ripples" aria-hidden="true" focusable="false">
      {[24, 48, 74, 102, 132].map((r) => (
        <circle key={r} cx="150" cy="150" r={r} />
      ))}
    </svg>
  )
}

interface ActivityProps {
  readonly movements: readonly Movement[]
  readonly onShow: (movement: Movement) => void
}

function Activity({ movements, onShow }: ActivityProps): ReactElement | ReactElement[] {
  if (movements.length === 0)
    return (
      <div className="empty">
        <Icon name="receive" />
        <p>
          <strong>No activity yet</strong>
        </p>
        <p className="soft">Money you send and receive shows up here.</p>
      </div>
    )
  const dayOf = ({ at }: Movement): string => dayText(at, serverNow())
  return [...new Set(movements.map(dayOf))].map((day) => (
    <Fragment key={day}>
      <h3 className="day">{day}</h3>
      <ul className="lines">
        {movements
          .filter((movement) => dayOf(movement) === day)
          .map((movement) => (
            <Line key={movement.id} movement={movement} onShow={onShow} />
          ))}
      </ul>
    </Fragment>
  ))
}

function Line({
  movement,
  onShow,
}: {
  readonly movement: Movement
  readonly onShow: (movement: Movement) => void
}): ReactElement {
  const { direction, counterparty, amount, otherAmount, description, status, at } = movement
  const isOut = direction === 'out'
  const isMoved = status !== 'FAILED' && status !== 'REFUNDED'
  const sign = isOut ? '−' : '+'
  const look = !isMoved ? 'figure figure-unmoved' : isOut ? 'figure' : 'figure figure-in'
  return (
    <li>
      <button
        type="button"
        className="line line-button"
        aria-haspopup="dialog"
        onClick={() => onShow(movement)}
      >
        <span className={`bubble bubble-${isMoved ? direction : 'out'}`}>
          <Icon name={isOut ? 'send' : 'receive'} />
        </span>
        <span className="line-text">
          {/* The sign and the arrow show the direction, because there is little room on a phone. */}
          <strong>
            <span className="visually-hidden">{isOut ? 'To ' : 'From '}</span>
            {counterparty}
          </strong>
          <span className="soft">
            {[description, shortTime(at), status === 'COMPLETED' ? undefined : statusText(status)]
              .filter((part) => part !== undefined)
              .join('\u00a0· ')}
          </span>
        </span>
        <span className="line-money">
          <span className={look}>{`${isMoved ? sign : ''}${formatMoney(amount)}`}</span>
          {otherAmount && <span className="soft">{formatMoney(otherAmount)}</span>}
        </span>
      </button>
    </li>
  )
}
