/** One agent: what it may do, how much it has spent, and the controls for it. @module */
import type { ReactElement } from 'react'
import { useAgreement, useApp } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { Problems, useAction } from '../ui/use-action.js'
import { BillForm } from './bill-form.js'
import * as calls from './calls.js'
import { CodeBox } from './code-box.js'
import { UsageMeter } from './usage-meter.js'
import type { AgentProps } from './use-agents.js'
import { limitsInWords } from './words.js'

/** The card of an agent. */
export function AgentCard(props: AgentProps): ReactElement {
  const { agent, view } = props
  const { id, name, used, limits, isConnected, isExample } = agent
  const { currency } = view.pocket.balance
  const waiting = view.waiting
    .filter(({ agentId }) => agentId === id)
    .reduce((sum, { sends }) => sum + sends.amount, 0)
  return (
    <section className="card" data-agent={id} aria-label={name}>
      <div className="agent-head">
        <span className="bubble">
          <Icon name="agent" />
        </span>
        <h2 tabIndex={-1}>{name}</h2>
        <span className="chips">
          <Chip agent={agent} />
        </span>
      </div>
      <ul className="limits">
        {limitsInWords(limits, currency).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!isConnected && <CodeBox {...props} />}
      <div className="usage">
        <UsageMeter
          label="Today"
          used={used.today}
          waiting={waiting}
          limit={limits.aDay}
          currency={currency}
        />
        <UsageMeter
          label="This month"
          used={used.thisMonth}
          waiting={waiting}
          limit={limits.aMonth}
          currency={currency}
        />
      </div>
      {isExample && <BillForm {...props} />}
      <Controls {...props} />
    </section>
  )
}

function Chip({ agent: { isConnected, isPaused } }: Pick<AgentProps, 'agent'>): ReactElement {
  if (isPaused) return <span className="chip chip-careful">paused</span>
  return isConnected ? (
    <span className="chip">connected</span>
  ) : (
    <span className="chip chip-rejected">not connected</span>
  )
}

function Controls({ agent: { id, name, isConnected, isPaused }, after }: AgentProps): ReactElement {
  const app = useApp()
  const agreed = useAgreement()
  const pause = useAction(async () => {
    await calls.pause(id, !isPaused)
    app.announce(isPaused ? `${name} can pay again.` : `${name} is paused.`)
    await after()
  })
  const remove = useAction(async () => {
    await calls.remove(id)
    await after({ tone: 'good', title: `${name} was removed.` })
  })
  const ask = async (): Promise<void> => {
    const yes = await agreed({
      title: `Remove ${name}?`,
      about:
        'It loses access right away, and its pending requests are canceled. Past payments stay in your history.',
      facts: [],
      agree: 'Remove it',
      refuse: 'Keep it',
      weight: 'danger',
    })
    if (yes) await remove.run()
  }
  return (
    <>
      <Problems of={pause} />
      <Problems of={remove} />
      <div className="row">
        {isConnected && (
          <Button
            weight="secondary"
            aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
            {...pause.button}
            onClick={() => void pause.run()}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button
          weight="quiet"
          className="button-ending"
          aria-label={`Remove ${name}`}
          {...remove.button}
          onClick={() => void ask()}
        >
          Remove
        </Button>
      </div>
    </>
  )
}
