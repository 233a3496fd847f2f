/** The panel of this page. @module */
import { type CallGroup, createPanel, type Panel, type Status } from '../../panel/index.js'

/** Called each time the emulator was asked. */
const listeners: ((status: Status | undefined) => void)[] = []

/** The panel, whose parts are in the page's places for them. */
export const panel: Panel = createPanel({
  calls: [...document.querySelectorAll('#calls .system:not(#schemas)')].map(callGroup),
  onStatus(status) {
    for (const listener of listeners) listener(status)
  },
})

/** Calls `listener` each time the emulator was asked, with `undefined` if it did not answer. */
export const watchStatus = (listener: (status: Status | undefined) => void): void =>
  void listeners.push(listener)

function callGroup(system: Element): CallGroup {
  return {
    label: system.querySelector('h2')?.textContent ?? '',
    calls: [...system.querySelectorAll('summary')].map((summary) => ({
      call: `${summary.querySelector('.method')?.textContent} ${summary.querySelector('.path')?.textContent}`,
    })),
  }
}
