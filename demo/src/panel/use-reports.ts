/** The hook that collects the reports of the scenarios. @module */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Hazard } from '../../contract.js'
import { useApp } from '../ui/app-context.js'
import {
  expiryReport,
  hazardReport,
  isSignedInNow,
  type Report,
  rejectionReport,
  type ScenarioKey,
  scenarios,
  signInFirst,
} from './scenarios.js'
import { keyErased } from './stored-record.js'
import { useSteps } from './use-steps.js'

type Reports = Readonly<Partial<Record<ScenarioKey, Report>>>

/** The latest report of each scenario, and the function that shows and announces another. */
export interface Scenes {
  readonly reports: Reports
  readonly report: (key: ScenarioKey, report: Report) => void
}

/** Follows what each scenario waits for. `hazards` are those that the demo server reports. */
export function useReports(hazards: readonly Hazard[] | undefined): Scenes {
  const app = useApp()
  const [reports, setReports] = useState<Reports>({})
  const latest = useRef(reports)
  const report = useCallback(
    (key: ScenarioKey, next: Report): void => {
      if ((latest.current[key]?.text ?? scenarios[key].about) === next.text) return
      latest.current = { ...latest.current, [key]: next }
      setReports(latest.current)
      app.announce(`${scenarios[key].name}: ${next.text}`)
    },
    [app],
  )
  useSecondTab(() => {
    if (latest.current.tab?.stage !== 'armed') return
    report('tab', { stage: 'fired', text: 'It is there. Sign out in one of them and watch the other.' })
  })
  useHazards(hazards, report)
  useEffect(
    () =>
      app.trace.watchRejections((call, code) => {
        const seen = rejectionReport(call, code)
        if (seen) report(seen.key, seen.report)
      }),
    [app, report],
  )
  useSteps((step) => {
    if (step?.event !== 'ended' || latest.current.expire?.stage !== 'armed') return
    // Not earlier than the record shows it.
    void keyErased(app)
      .catch(() => false)
      .then((isErased) => report('expire', expiryReport(isErased)))
  })
  const isIn = isSignedInNow(app)
  useEffect(() => {
    if (!isIn) return
    latest.current = withoutSignIn(latest.current)
    setReports(latest.current)
  }, [isIn])
  return { reports, report }
}

/** Leaves out the reports that ask for a sign-in. */
const withoutSignIn = (reports: Reports): Reports =>
  Object.fromEntries(Object.entries(reports).filter(([, { text }]) => text !== signInFirst.text))

/** Calls `onOpened` when another tab has opened. Each tab tells the others. */
function useSecondTab(onOpened: () => void): void {
  const opened = useEffectEvent(onOpened)
  useEffect(() => {
    const tabs = new BroadcastChannel('heron tabs')
    tabs.postMessage('opened')
    tabs.addEventListener('message', () => opened())
    return () => tabs.close()
  }, [])
}

/** Reports each hazard when it is armed, and when it has happened. */
function useHazards(hazards: readonly Hazard[] | undefined, report: Scenes['report']): void {
  const told = useRef<ReadonlyMap<string, boolean>>(undefined)
  useEffect(() => {
    if (hazards === undefined) return
    const before = told.current
    told.current = new Map(hazards.map(({ id, happenedAt }) => [id, happenedAt !== undefined]))
    for (const hazard of hazards) {
      const hasHappened = hazard.happenedAt !== undefined
      // What happened before this page was opened is not reported. What is pending is.
      if (before === undefined ? hasHappened : before.get(hazard.id) === hasHappened) continue
      const seen = hazardReport(hazard)
      if (seen) report(seen.key, seen.report)
    }
  }, [hazards, report])
}
