/**
 * The wallet's state: drawings of the machine with the current state highlighted, and what `getState()` returns.
 * @module
 */
import { type ReactElement, useState } from 'react'
import { choose, keyDeliveries, keyDeliveryIn, profiles } from '../chosen-service.js'
import type { Step } from '../member.js'
import { useApp } from '../ui/app-context.js'
import { Json } from './json.js'
import { Machine, memory, type Way } from './machine.js'
import { flowMap, sessionMap } from './machine-map.js'
import { useSteps } from './use-steps.js'

/** The part: chips for session, flow and storage, the choice of the service's deployment and of how keys arrive, drawings of both
 * regions, and the whole state as JSON. */
export function StatePart(): ReactElement {
  const { member, welcome } = useApp()
  const state = member()?.wallet.getState()
  const ways = useWays()
  const { session, flow, storage } = state ?? {}
  const reason = session?.status === 'none' ? ` (${session.reason})` : ''
  return (
    <div>
      <dl className="state-chips">
        <Chip name="session" status={session?.status}>
          {session && `${session.status}${reason}`}
        </Chip>
        <Chip name="flow" status={flow?.status}>
          {flow?.status}
        </Chip>
        <Chip name="storage">{storage}</Chip>
      </dl>
      <p className="dim">
        Which service the emulator stands in for, and how session keys arrive. A change reloads the page.
      </p>
      <div className="tools">
        <Choice label="Service" name="profile" value={welcome.profile} values={profiles} />
        <Choice label="Keys" name="keys" value={keyDeliveryIn(welcome)} values={keyDeliveries} />
      </div>
      <figure className="machine">
        <Machine name="Session" map={sessionMap} current={session?.status} ways={ways.session} />
        <figcaption>session</figcaption>
      </figure>
      <figure className="machine">
        <Machine name="Flow" map={flowMap} current={flow?.status} ways={ways.flow} />
        <figcaption>flow</figcaption>
      </figure>
      <details className="folder">
        <summary>State as JSON</summary>
        <Json label="State as JSON">
          {state === undefined ? 'No wallet is open.' : JSON.stringify(state, null, 2)}
        </Json>
      </details>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  /** The name in the address. */
  readonly name: 'profile' | 'keys'
  readonly value: string
  readonly values: readonly string[]
}

/** A choice that opens the page again. */
function Choice({ label, name, value, values }: ChoiceProps): ReactElement {
  return (
    <label className="tool-choice">
      {label}
      <select className="tool" value={value} onChange={({ target }) => choose(name, target.value)}>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

interface ChipProps {
  readonly name: string
  readonly status?: string | undefined
  readonly children: string | undefined
}

function Chip({ name, status, children }: ChipProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className="state-chip" data-status={status}>
          {children ?? '–'}
        </code>
      </dd>
    </div>
  )
}

type Ways = Readonly<Record<'session' | 'flow', readonly Way[]>>

const none: Ways = { session: [], flow: [] }

/** Returns the latest transitions of both regions. */
function useWays(): Ways {
  const [ways, setWays] = useState(none)
  useSteps((step) =>
    setWays(({ session, flow }) =>
      step === undefined
        ? none
        : { session: taken(session, step, 'session'), flow: taken(flow, step, 'flow') },
    ),
  )
  return ways
}

function taken(
  earlier: readonly Way[],
  { before, state, event }: NonNullable<Step>,
  region: 'session' | 'flow',
): readonly Way[] {
  if (before[region] === state[region]) return earlier
  const [from, to] = [before[region].status, state[region].status]
  const others = earlier.filter((way) => way.from !== from || way.to !== to)
  return [{ from, to, event }, ...others].slice(0, memory)
}
