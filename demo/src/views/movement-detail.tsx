/** One payment of the activity, with all its details. @module */
import type { ReactElement } from 'react'
import type { Movement } from '../../contract.js'
import { formatAmount, formatMoney, formatRate } from '../money.js'
import { momentText } from '../times.js'
import { useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Fact } from '../ui/card.js'
import { Dialog } from '../ui/dialog.js'
import { statusText } from './payment-status.js'

interface MovementDetailProps {
  readonly movement: Movement
  readonly onClose: () => void
}

/** The payment in a dialog. */
export function MovementDetail({ movement, onClose }: MovementDetailProps): ReactElement {
  const { direction, counterparty, amount, description, at, status, reference, receiverId } = movement
  const app = useApp()
  const { kept } = useMember()
  const isOut = direction === 'out'
  const again = (): void => {
    kept.draft.value = { receiverId, amount: formatAmount(amount.amount, amount.currency) }
    onClose()
    app.goTo('send')
  }
  return (
    <Dialog
      heading={isOut ? `Sent to ${counterparty}` : `Received from ${counterparty}`}
      about={description}
      onDismiss={onClose}
    >
      <dl className="facts">
        {isOut ? <SentFacts {...movement} /> : <Fact name="You received">{formatMoney(amount)}</Fact>}
        <Fact name="Status">{statusText(status)}</Fact>
        <Fact name="Date">{momentText(at)}</Fact>
        <Fact name="Reference">{reference}</Fact>
      </dl>
      <div className="row row-end">
        {receiverId !== undefined && (
          <Button weight="secondary" onClick={again}>
            Send again
          </Button>
        )}
        <Button weight="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function SentFacts({ counterparty, amount, otherAmount, fee, exchangeRate }: Movement): ReactElement {
  const rate =
    otherAmount && exchangeRate !== undefined
      ? `1\u00a0${otherAmount.currency.code} = ${formatRate(exchangeRate)}\u00a0${amount.currency.code}`
      : undefined
  return (
    <>
      <Fact name="You sent">{formatMoney(amount)}</Fact>
      <Fact name="Fee (included)">{fee && fee.amount !== 0 ? formatMoney(fee) : undefined}</Fact>
      <Fact name="Rate">{rate}</Fact>
      <Fact name={`${counterparty} got`}>{otherAmount && formatMoney(otherAmount)}</Fact>
    </>
  )
}
