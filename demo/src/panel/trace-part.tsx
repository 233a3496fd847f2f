/** The trace: each action as a waterfall through page, backend and service. @module */
import { memo, type ReactElement, useEffect, useReducer } from 'react'
import type { WireEntry } from '../../contract.js'
import type { Action, Step } from '../trace.js'
import { useApp } from '../ui/app-context.js'
import { Json } from './json.js'

const lanes = ['Page', 'Backend', 'Service'] as const

/**
 * The part with the actions, newest first. The newest action is open. A click on a request shows its headers and
 * bodies.
 */
export function TracePart(): ReactElement {
  const actions = useActions()
  const newest = actions.find(({ call }) => call !== undefined) ?? actions[0]
  return (
    <div>
      {actions.length === 0 && <p className="dim">Nothing has happened yet.</p>}
      <ol className="actions" aria-label="Actions">
        {actions.map((action) => (
          <ActionLine key={action.id} action={action} isNewest={action === newest} />
        ))}
      </ol>
    </div>
  )
}

/** Returns the actions, newest first. Many changes come at once, so they are drawn once per frame. */
function useActions(): readonly Action[] {
  const { trace } = useApp()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let isDue = false
    const drawIfDue = (): void => {
      if (isDue) draw()
      isDue = false
    }
    trace.watch(() => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(drawIfDue)
      // A background tab has no frames.
      setTimeout(drawIfDue, 200)
    })
    draw()
  }, [trace])
  return trace.all().toReversed()
}

interface ActionLineProps {
  readonly action: Action
  readonly isNewest: boolean
}

function ActionLine({ action, isNewest }: ActionLineProps): ReactElement {
  const { id, start, call, outcome, steps } = action
  const title = titleOf(action)
  return (
    <li className="action">
      {/* A new action closes the previous one. An action that the user has opened stays open. */}
      <details data-action={id} open={isNewest}>
        <summary className="action-summary">
          <span className="action-title" dir="auto">
            {title}
          </span>
          <span className={`outcome outcome-${outcome?.tone ?? 'none'}`}>
            {outcome === undefined ? call && '…' : `${outcome.text} · ${span(outcome.took)}`}
          </span>
        </summary>
        <p className="lanes" aria-hidden="true">
          <span>ms</span>
          {lanes.map((lane) => (
            <span key={lane} className={`lane-${lane.toLowerCase()}`}>
              {lane}
            </span>
          ))}
          <span className="lanes-took">took</span>
        </p>
        <ol className="steps" aria-label={title}>
          {steps.map((step) => (
            <StepLine key={step.id} step={step} start={start} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** Returns the name of the call or, without a call, of the first thing that the wallet did by itself. */
function titleOf({ call, steps }: Action): string {
  if (call !== undefined) return call
  const first = steps.find(
    ({ lane, took, work }) => lane === 'page' && took !== undefined && work === undefined,
  )
  return first === undefined ? 'In the background' : `In the background: ${first.title}`
}

interface StepLineProps {
  readonly step: Step
  /** When the action began. */
  readonly start: number
}

/** A step. A step that changes is another object, so the others do not render again. */
const StepLine = memo(function StepLine({ step, start }: StepLineProps): ReactElement {
  const { lane, took, title, detail, source, tone, work, call } = step
  return (
    <li className={`step step-${lane}`} data-tone={tone} data-work={work}>
      <span className="step-when">{sinceText(step.start - start)}</span>
      <div className="step-body">
        <span className="visually-hidden">{lane === 'page' ? 'In the page: ' : `At the ${lane}: `}</span>
        {call === undefined ? (
          <>
            <span className="step-title">{title}</span>
            {detail !== undefined && <span className="step-detail">{detail}</span>}
            {source !== undefined && source !== 'this tab' && (
              <span className={`source source-${source.split(' ').at(-1)}`}>{source}</span>
            )}
          </>
        ) : (
          <CallLine title={title} call={call} />
        )}
      </div>
      <span className="step-took">{took === undefined ? '' : span(took)}</span>
    </li>
  )
})

interface CallLineProps {
  readonly title: string
  readonly call: WireEntry
}

function CallLine({ title, call }: CallLineProps): ReactElement {
  const { number, leg, method, path, status, lost, headers, body, answer, stamped } = call
  const outcome = status === undefined ? (lost ? 'lost' : '…') : String(status)
  return (
    <details className="call">
      <summary>
        <span className="call-path" dir="ltr">
          {title}
        </span>{' '}
        <span className="outcome">{outcome}</span>
      </summary>
      <p className="dim">{leg}</p>
      <Json label={`Call ${number}`}>
        {[
          `${method} ${path}`,
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2)]),
          ...(stamped === undefined ? [] : ['', 'payloadToSign, as stamped:', stamped]),
          ...(answer === undefined ? [] : ['', `answered ${outcome}:`, JSON.stringify(answer, null, 2)]),
        ].join('\n')}
      </Json>
    </details>
  )
}

/** Formats when a step began, in milliseconds, or in seconds if they do not fit into their column. */
const sinceText = (ms: number): string =>
  ms < 10_000 ? `+${Math.max(0, Math.round(ms))}` : `+${Math.round(ms / 1000)} s`

/** Formats a duration as `8 ms` or `3.1 s`. */
const span = (ms: number): string =>
  ms < 1000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`
