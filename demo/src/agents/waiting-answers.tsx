/** The buttons and the form with which the user answers an agent's request. @module */
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WaitingPayment } from '../../agents-contract.js'
import { formatMoney } from '../money.js'
import { Button } from '../ui/button.js'
import { Field, Form, useField } from '../ui/field.js'
import { type Action, Problems, useAction } from '../ui/use-action.js'
import * as calls from './calls.js'
import type { AgentsPage } from './use-agents.js'
import { outcomeInWords } from './words.js'

/** What a part of a request is given. */
export interface RequestProps extends AgentsPage {
  readonly payment: WaitingPayment
}

interface AnswersProps extends RequestProps {
  /** Whether the rate has expired. */
  readonly isOver: boolean
  /** Whether the pocket has too little money. */
  readonly isShort: boolean
}

/** The next step after a lost answer. */
const lost = 'Your answer may have arrived. Check agent activity before you try again.'
const better = {
  NETWORK: lost,
  GATEWAY: lost,
  UPSTREAM_UNREACHABLE: lost,
  CONFLICT: 'It’s already been answered, maybe in another tab.',
}

/** Two buttons. The one that rejects opens a form for the reason. */
export function Answers(props: AnswersProps): ReactElement {
  const { payment, isOver, isShort } = props
  const reason = useField()
  const [isRejecting, setIsRejecting] = useState(false)
  const approveButton = useRef<HTMLButtonElement>(null)
  const rejectButton = useRef<HTMLButtonElement>(null)
  const { what, approve, reject, settle } = useAnswers(props, reason.text)
  const unfold = (open: boolean): void => {
    flushSync(() => setIsRejecting(open))
    if (open) reason.input.current?.focus()
    else rejectButton.current?.focus()
  }
  useLayoutEffect(() => {
    if (isOver && approveButton.current === document.activeElement) rejectButton.current?.focus()
  }, [isOver])
  return (
    <>
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
          id={`reason-${payment.id.slice(-12)}`}
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
    </>
  )
}

interface AnswerActions {
  /** The payment in words. */
  readonly what: string
  readonly approve: Action<[]>
  readonly reject: Action<[]>
  /** Runs one of the actions, and says so if the payment was answered elsewhere. */
  readonly settle: (action: Action<[]>) => Promise<void>
}

function useAnswers({ payment, tell, after }: RequestProps, reason: () => string): AnswerActions {
  const what = `${formatMoney(payment.sends)} to ${payment.payee}`
  const approve = useAction(async () => {
    const words = outcomeInWords(await calls.approve(payment))
    await after({ ...words, title: `${what}: ${words.title}` })
  })
  const reject = useAction(async () => {
    await calls.reject(payment, reason())
    await after({ tone: 'good', title: `${what}: rejected.`, next: 'No money was moved.' })
  })
  const settle = async (action: Action<[]>): Promise<void> => {
    if (await action.run()) return
    const now = await after()
    if (now === undefined || now.waiting.some(({ id }) => id === payment.id)) return
    // Not shown with the request, because that is gone.
    tell({
      tone: 'careful',
      title: `${what}: no longer waiting.`,
      next: 'It was answered elsewhere. See the outcome in agent activity below.',
    })
  }
  return { what, approve, reject, settle }
}
