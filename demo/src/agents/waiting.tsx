/** The agents' payments that wait for the user's approval. @module */
import { useSecondsUntil } from 'embedded-wallet-auth/react'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WaitingPayment } from '../../agents-contract.js'
import { formatMoney } from '../money.js'
import { clockText } from '../times.js'
import { Button } from '../ui/button.js'
import { Field, Form, useField } from '../ui/field.js'
import { NewsRegion } from '../ui/notice.js'
import { Problems, useAction } from '../ui/use-action.js'
import * as calls from './calls.js'
import type { AgentsPage } from './use-agents.js'
import { outcomeInWords } from './words.js'

/** The next step after a lost answer. */
const lost = 'Your answer may have arrived. Check agent activity before you try again.'
const better = {
  NETWORK: lost,
  GATEWAY: lost,
  UPSTREAM_UNREACHABLE: lost,
  CONFLICT: 'It’s already been answered, maybe in another tab.',
}

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

interface RequestProps extends AgentsPage {
  readonly payment: WaitingPayment
}

function Request({ payment, view, tell, after }: RequestProps): ReactElement {
  const { id, agentName, payee, sends, gets, offerEndsAt } = payment
  const { balance } = view.pocket
  const what = `${formatMoney(sends)} to ${payee}`
  const reason = useField()
  const [isRejecting, setIsRejecting] = useState(false)
  const approveButton = useRef<HTMLButtonElement>(null)
  const rejectButton = useRef<HTMLButtonElement>(null)
  const left = useSecondsUntil(offerEndsAt)
  const isOver = left === 0
  const isShort = balance.amount < sends.amount

  const approve = useAction(async () => {
    const words = outcomeInWords(await calls.approve(payment))
    await after({ ...words, title: `${what}: ${words.title}` })
  })
  const reject = useAction(async () => {
    await calls.reject(payment, reason.text())
    await after({ tone: 'good', title: `${what}: rejected.`, next: 'No money was moved.' })
  })
  const settle = async (action: typeof approve): Promise<void> => {
    if (await action.run()) return
    const now = await after()
    if (now === undefined || now.waiting.some((each) => each.id === id)) return
    // Not shown in the request's own region, because that region no longer exists.
    tell({
      tone: 'careful',
      title: `${what}: no longer waiting.`,
      next: 'It was answered elsewhere. See the outcome in agent activity below.',
    })
  }
  const unfold = (open: boolean): void => {
    flushSync(() => setIsRejecting(open))
    if (open) reason.input.current?.focus()
    else rejectButton.current?.focus()
  }
  useLayoutEffect(() => {
    if (isOver && approveButton.current === document.activeElement) rejectButton.current?.focus()
  }, [isOver])
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
      <NewsRegion
        news={
          isShort && !isOver
            ? {
                tone: 'careful',
                title: `The pocket has only ${formatMoney(balance)}.`,
                next: `Add ${formatMoney({ ...sends, amount: sends.amount - balance.amount })} to approve this payment.`,
              }
            : undefined
        }
      />
      <div className="row" hidden={isRejecting}>
        <Button
          ref={approveButton}
          weight="primary"
          icon="check"
          aria-label={`Approve ${what}`}
          hidden={isOver}
          {...approve.button}
          paused={isShort || approve.button.paused}
          onClick={() => void settle(approve)}
        >
          Approve
        </Button>
        <Button
          ref={rejectButton}
          weight="secondary"
          aria-label={`Reject ${what}`}
          onClick={() => unfold(true)}
        >
          Reject
        </Button>
      </div>
      <Form onSubmit={() => void settle(reject)} hidden={!isRejecting}>
        <Field
          id={`reason-${id.slice(-12)}`}
          label="Reason (optional)"
          field={reason}
          hint="Saved in your history. The agent can read it."
          maxLength={200}
          autoComplete="off"
        />
        <div className="row">
          <Button type="submit" weight="primary" aria-label={`Reject payment: ${what}`} {...reject.button}>
            Reject payment
          </Button>
          <Button weight="quiet" onClick={() => unfold(false)}>
            Back
          </Button>
        </div>
      </Form>
      {/* It may say to try again, which is not possible once the rate has expired. */}
      {!isOver && <Problems of={approve} better={better} />}
      <Problems of={reject} better={better} />
    </li>
  )
}
