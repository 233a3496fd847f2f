/** The form that connects an agent: its name and its limits. @module */
import { type ComponentProps, type ReactElement, useRef, useState } from 'react'
import type { NewAgent } from '../../agents-contract.js'
import { Button } from '../ui/button.js'
import { Card } from '../ui/card.js'
import { Field, type FieldState, Form, useField } from '../ui/field.js'
import { Problems, useAction } from '../ui/use-action.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentsPage } from './use-agents.js'

/** The card with the form. It is open while no agent is connected. */
export function ConnectForm({ view, after }: AgentsPage): ReactElement {
  const { currency } = view.pocket.balance
  const folder = useRef<HTMLDetailsElement>(null)
  const [isOpen] = useState(view.agents.length === 0)
  const [asksAlways, setAsksAlways] = useState(false)
  const fields = useOrderFields()
  const { name, perPayment, asksAbove, aDay, aMonth } = fields
  const connect = useAction(async (_, order: NewAgent) => {
    const id = await calls.connectAgent(order)
    const shown = await after({
      tone: 'good',
      title: `Connection code created for ${order.name}.`,
      next: 'One more step to connect it.',
    })
    if (shown === undefined) return
    if (folder.current) folder.current.open = false
    document.querySelector<HTMLElement>(`[data-agent="${id}"] h2`)?.focus()
  })
  const submit = (): void => {
    const order = orderIn(fields, currency, asksAlways)
    if (order) void connect.run(order)
  }
  const amount = { unit: currency.code, inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Card>
      <details className="folder" ref={folder} open={isOpen}>
        <summary>{view.agents.length === 0 ? 'Connect an agent' : 'Connect another agent'}</summary>
        <Form onSubmit={submit}>
          <Field
            id="agent-name"
            label="Name"
            field={name}
            maxLength={60}
            autoComplete="off"
            defaultValue="Bill payer"
          />
          <Limit
            id="per-payment"
            label="Limit per payment"
            field={perPayment}
            defaultValue="50"
            {...amount}
          />
          <label className="check" htmlFor="agent-always">
            <input
              type="checkbox"
              id="agent-always"
              className="checkbox"
              checked={asksAlways}
              onChange={({ target }) => setAsksAlways(target.checked)}
            />
            Ask me before every payment
          </label>
          {!asksAlways && (
            <Limit id="asks-above" label="Ask me above" field={asksAbove} defaultValue="20" {...amount} />
          )}
          <Limit id="a-day" label="Daily limit" field={aDay} defaultValue="100" {...amount} />
          <Limit id="a-month" label="Monthly limit" field={aMonth} defaultValue="500" {...amount} />
          <Problems of={connect} />
          <Button type="submit" weight="primary" {...connect.button}>
            Create connection code
          </Button>
        </Form>
      </details>
    </Card>
  )
}

function Limit({
  id,
  label,
  unit,
  ...rest
}: ComponentProps<typeof Field> & { readonly unit: string }): ReactElement {
  return <Field id={`agent-${id}`} label={`${label} (${unit})`} {...rest} />
}

type OrderFields = Readonly<Record<'name' | 'perPayment' | 'asksAbove' | 'aDay' | 'aMonth', FieldState>>

const useOrderFields = (): OrderFields => ({
  name: useField(),
  perPayment: useField(),
  asksAbove: useField(),
  aDay: useField(),
  aMonth: useField(),
})

/**
 * Returns the values of all fields. If a field is invalid, returns `undefined`, and the first such field shows what is
 * wrong.
 */
function orderIn(
  { name, perPayment, asksAbove, aDay, aMonth }: OrderFields,
  currency: AgentsPage['view']['pocket']['balance']['currency'],
  asksAlways: boolean,
): NewAgent | undefined {
  const called = name.text().trim()
  name.complain(called === '' ? 'Enter a name.' : undefined)
  if (called === '') return undefined
  const one = readAmount(perPayment, currency)
  if (one === undefined) return undefined
  const threshold = asksAlways
    ? null
    : readAmount(asksAbove, currency, (value) =>
        value > one ? 'That’s above the limit per payment, so it would never ask.' : undefined,
      )
  if (threshold === undefined) return undefined
  const day = readAmount(aDay, currency, (value) =>
    value < one ? 'The daily limit can’t be below the limit per payment.' : undefined,
  )
  if (day === undefined) return undefined
  const month = readAmount(aMonth, currency, (value) =>
    value < day ? 'The monthly limit can’t be below the daily limit.' : undefined,
  )
  if (month === undefined) return undefined
  return { name: called, perPayment: one, aDay: day, aMonth: month, asksAbove: threshold }
}
