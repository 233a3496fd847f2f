/** The form that gives the example agent a bill. A real agent would find bills on its own. @module */
import { type ReactElement, useState } from 'react'
import type { Bill } from '../../agents-contract.js'
import { formatAmount } from '../money.js'
import { Button } from '../ui/button.js'
import { Field, Form, useField } from '../ui/field.js'
import { type News, NewsRegion, Notice } from '../ui/notice.js'
import { Problems, useAction } from '../ui/use-action.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentProps } from './use-agents.js'
import { outcomeInWords, refusalInWords } from './words.js'

const lost = 'It may have gone through. Check agent activity before you ask again.'
const better = {
  UPSTREAM_UNREACHABLE: lost,
  GATEWAY: lost,
  CONFLICT: 'Remove the agent and connect it again.',
}

/** The form: whose bill it is, the amount, and a button for each account that the agent can try to pay from. */
export function BillForm({ agent, view, after }: AgentProps): ReactElement {
  const { id, name } = agent
  const { currency } = view.pocket.balance
  const key = id.slice(-12)
  const amount = useField()
  const [payee, setPayee] = useState(view.payees[0])
  const [news, setNews] = useState<News>()
  const [asked, setAsked] = useState<News>()
  const isWaiting = view.waiting.some(({ agentId }) => agentId === id)

  const send = async (bill: Bill): Promise<void> => {
    setNews(undefined)
    setAsked(undefined)
    const report = await calls.ask(id, bill)
    // The figures are updated first, so that the text matches them.
    const now = await after()
    const mine = now?.agents.find((each) => each.id === id) ?? agent
    if (report.outcome === 'refused') setNews(refusalInWords(report.code, mine, bill, currency))
    // Waiting payments are announced for the whole page, so this form does not announce them again.
    else if (report.outcome === 'waiting') setAsked(outcomeInWords(report))
    else setNews(outcomeInWords(report))
  }
  const fromPocket = useAction((_, bill: Bill) => send(bill))
  const fromWallet = useAction((_, bill: Bill) => send(bill))
  const ask = ({ run }: typeof fromPocket, from: Bill['from']): void => {
    const wanted = readAmount(amount, currency)
    if (wanted !== undefined && payee !== undefined) void run({ payeeId: payee.id, amount: wanted, from })
  }
  return (
    <details className="more" open>
      <summary>Give {name} a bill</summary>
      <Form onSubmit={() => ask(fromPocket, 'pocket')}>
        <div className="field">
          <label htmlFor={`payee-${key}`} className="label">
            Bill from
          </label>
          <select
            id={`payee-${key}`}
            className="input"
            value={payee?.id}
            onChange={({ target }) => setPayee(view.payees.find((each) => each.id === target.value))}
          >
            {view.payees.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
          <p className="hint">{payee?.about}</p>
        </div>
        <Field
          id={`bill-${key}`}
          label={`Bill amount (${currency.code})`}
          field={amount}
          hint="Try one below the “ask me” amount, one above it, and one over the limit."
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatAmount(0, currency)}
        />
        <Problems of={fromPocket} better={better} />
        <Problems of={fromWallet} better={better} />
        <NewsRegion news={news} />
        <div className="problems stack">{asked && isWaiting && <Asked news={asked} />}</div>
        <div className="row">
          <Button type="submit" weight="primary" icon="send" {...fromPocket.button}>
            Ask agent to pay
          </Button>
          <Button weight="quiet" {...fromWallet.button} onClick={() => ask(fromWallet, 'wallet')}>
            Try to pay from the wallet
          </Button>
        </div>
      </Form>
    </details>
  )
}

/** Says that the agent waits for approval, and leads to the request. */
function Asked({ news }: { readonly news: News }): ReactElement {
  return (
    <>
      <Notice {...news} />
      <Button
        weight="secondary"
        className="start"
        onClick={() => document.querySelector<HTMLElement>('.card-waiting h2')?.focus()}
      >
        Review
      </Button>
    </>
  )
}
