/** Scenarios: a button for each thing that can go wrong, and a report of what happened. @module */
import type { ReactElement } from 'react'
import { isCut } from '../connection.js'
import { useApp } from '../ui/app-context.js'
import type { PartProps } from './part.js'
import { type Report, type ScenarioKey, scenarios } from './scenarios.js'
import { type Scenes, useReports } from './use-reports.js'

/** The part with the scenarios' buttons. */
export function ScenariosPart({ view }: PartProps): ReactElement {
  const { reports, report } = useReports(view?.hazards)
  return (
    <ul className="scenarios">
      {keys.map((key) => (
        <Row key={key} id={key} latest={reports[key]} report={report} />
      ))}
    </ul>
  )
}

// The type assertion is safe: the keys come from the table itself.
const keys = Object.keys(scenarios) as readonly ScenarioKey[]

interface RowProps extends Pick<Scenes, 'report'> {
  readonly id: ScenarioKey
  readonly latest: Report | undefined
}

function Row({ id, latest, report }: RowProps): ReactElement {
  const app = useApp()
  const { name, about, act } = scenarios[id]
  const isOn = id === 'offline' && isCut()
  const start = async (): Promise<void> => {
    try {
      await act(app, (next) => report(id, next))
    } catch {
      report(id, { stage: 'idle', text: 'That did not work. Try again.' })
    }
  }
  return (
    <li className="scenario" data-stage={latest?.stage ?? 'idle'}>
      <button
        type="button"
        className="tool"
        aria-describedby={`scenario-${id}`}
        data-on={isOn ? '' : undefined}
        onClick={() => void start()}
      >
        {isOn ? 'Go back online' : name}
      </button>
      <p className="scenario-report" id={`scenario-${id}`}>
        {latest?.text ?? about}
      </p>
    </li>
  )
}
