/** Receives the workbench's updates from the demo server while the page is visible. @module */
import type { WorkbenchView } from '../../contract.js'
import { learnNow } from '../server-time.js'
import { callsAnswered } from '../worker.js'

/** Calls `show` with the complete view, and then with each change, while the page is visible. */
export function followWorkbench(show: (view: WorkbenchView) => void): void {
  let source: EventSource | undefined
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      // Browsers limit the number of connections to a site, so a hidden tab closes its connection.
      source?.close()
      source = undefined
    } else if (source === undefined) {
      source = new EventSource('/demo/workbench/events')
      source.addEventListener('message', ({ data }) => {
        // The type assertion is safe: the text comes from this project's own server.
        const view = JSON.parse(String(data)) as WorkbenchView
        learnNow(view.now)
        show(view)
      })
    }
  }
  void callsAnswered().then(
    () => {
      document.addEventListener('visibilitychange', follow)
      addEventListener('pagehide', () => {
        source?.close()
        source = undefined
      })
      addEventListener('pageshow', follow)
      follow()
    },
    () => {},
  )
}
