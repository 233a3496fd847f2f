/** The hook that follows the transitions of the open wallet. @module */
import { useEffect, useEffectEvent } from 'react'
import type { Step } from '../member.js'
import { useApp } from '../ui/app-context.js'

/** Calls `listener` with each transition, for as long as the page is open, as the workbench is. */
export function useSteps(listener: (step: Step) => void): void {
  const app = useApp()
  const heard = useEffectEvent(listener)
  useEffect(() => app.watchSteps((step) => heard(step)), [app])
}
