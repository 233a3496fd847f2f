/** The steps of the wallets that were open in this tab, for the listeners that are added after the first screen. @module */
import type { Step } from './member.js'

export interface Steps {
  /** Tells all listeners of a step. */
  readonly stepped: (step: Step) => void
  /** Calls `listener` with each step. The first listeners also get the steps before them. */
  readonly watch: (listener: (step: Step) => void) => void
}

export function createSteps(): Steps {
  const listeners: ((step: Step) => void)[] = []
  /** Steps that happened before the first listeners were added. */
  const unheard: Step[] = []
  return {
    stepped(step) {
      if (listeners.length === 0) unheard.push(step)
      for (const listener of listeners) listener(step)
    },
    watch(listener) {
      listeners.push(listener)
      for (const step of unheard) listener(step)
      // In a microtask, so that all listeners that are added in the same task get the steps.
      queueMicrotask(() => unheard.splice(0))
    },
  }
}
