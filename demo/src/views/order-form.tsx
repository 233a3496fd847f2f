/** The form for a payment: whom to pay, and how much. @module */
import { type ReactElement, useEffect, useState } from 'react'
import type { Payment, Receiver } from '../../contract.js'
import type { Draft } from '../kept.js'
import { amountProblems, formatAmount, formatMoney, parseAmount } from '../money.js'
import * as platform from '../platform.js'
import { useApp, useMember, useSignal } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Avatar, ScreenHeading } from '../ui/card.js'
import { Field, Form, useField } from '../ui/field.js'
import { NewsRegion } from '../ui/notice.js'
import { isAbout, Problems, useAction } from '../ui/use-action.js'
import { Kept, useKept } from '../ui/use-kept.js'
import { StillOpen } from './quote-review.js'

/** What the user wants to pay. */
export interface Order {
  readonly receiver: Pick<Receiver, 'id' | 'name'>
  /** In the smallest unit. */
  readonly amount: number
}

/** Requests an offer from the platform. */
export async function offerFor({ receiver, amount }: Order): Promise<Payment> {
  const quote = await platform.quote({ receiverId: receiver.id, amount })
  return { quote, receiverId: receiver.id, receiverName: receiver.name }
}

interface OrderFormProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onOffer: (payment: Payment, order: Order) => void
}

/** The form. */
export function OrderForm({ draft, onDraft, onOffer }: OrderFormProps): ReactElement {
  const app = useApp()
  const { me, payments, kept } = useMember()
  const receivers = useKept(kept.receivers, platform.receivers)
  const amount = useField()
  const signal = useSignal()
  // The balance as last read. That may have been before a payment.
  const available = me.account.balance
  const chosenId = draft.receiverId ?? receivers.value?.[0]?.id
  const receiver = receivers.value?.find(({ id }) => id === chosenId)
  const isOpen = receiver !== undefined && payments.isOpenTo(receiver.id)
  useEffect(() => void app.reload().catch(() => {}), [app])

  const review = useAction(async (_, order: Order) => {
    const payment = await offerFor(order)
    if (!signal().aborted) onOffer(payment, order)
  })
  const [isObjected, setIsObjected] = useState(false)
  const ask = (): void => {
    const parsed = parseAmount(amount.text(), available.currency)
    const problem = !parsed.ok
      ? amountProblems[parsed.problem]
      : parsed.amount > available.amount
        ? 'Not enough balance.'
        : undefined
    amount.complain(problem)
    // The message from the service was about the earlier amount.
    setIsObjected(problem !== undefined)
    if (!parsed.ok || problem !== undefined || receiver === undefined || isOpen) return
    void review.run({ receiver, amount: parsed.amount })
  }
  const canAsk = receiver !== undefined && !isOpen
  return (
    <div className="stack">
      <ScreenHeading>Send money</ScreenHeading>
      <Form onSubmit={ask}>
        <Kept list={receivers} lines={3} className="stack">
          {(list) => (
            <Receivers
              receivers={list}
              chosenId={chosenId}
              onChoose={(receiverId) => onDraft({ ...draft, receiverId })}
            />
          )}
        </Kept>
        <Field
          id="amount"
          label={`You send (${available.currency.code})`}
          field={amount}
          isRefused={!isObjected && isAbout(review.error, 'INSUFFICIENT_BALANCE', 'AMOUNT_OUT_OF_RANGE')}
          hint={`Available: ${formatMoney(available)}`}
          className="input input-amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatAmount(0, available.currency)}
          defaultValue={draft.amount}
          onChange={({ target }) => onDraft({ ...draft, amount: target.value })}
        />
        <NewsRegion>{isOpen && <StillOpen receiverName={receiver.name} />}</NewsRegion>
        <Problems of={isObjected ? { error: undefined, retryIn: 0 } : review} />
        {canAsk && (
          <Button type="submit" weight="primary" {...review.button}>
            Continue
          </Button>
        )}
      </Form>
      {canAsk && (
        <p className="hint">You’ll see the rate, the fee and the amount that arrives before you confirm.</p>
      )}
    </div>
  )
}

interface ReceiversProps {
  readonly receivers: readonly Receiver[]
  readonly chosenId: string | undefined
  readonly onChoose: (receiverId: string) => void
}

/** The list of people who can be paid. */
function Receivers({ receivers, chosenId, onChoose }: ReceiversProps): ReactElement {
  return (
    <fieldset className="fieldset">
      <legend className="label">To</legend>
      {receivers.map(({ id, name, place, currency }, index) => (
        <label key={id} className="receiver" htmlFor={`receiver-${index}`}>
          <input
            type="radio"
            name="receiver"
            id={`receiver-${index}`}
            value={id}
            className="radio"
            checked={id === chosenId}
            onChange={() => onChoose(id)}
          />
          <Avatar name={name} />
          <span className="choice-text">
            <strong>{name}</strong>
            <span>{`${place}\u00a0· gets\u00a0${currency.code}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
