/** Receives the demo server's updates for the workbench, while the page is visible. @module */
import type { WorkbenchView } from '../../contract.js'
import { learnNow } from '../server-time.js'
import { callsAnswered } from '../worker.js'

/** Calls `show` with the complete view and then with the changes, as long as the page is open. */
export function followWorkbench(show: (view: WorkbenchView) => void): void {
  let source: EventSource | undefined
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      // Browsers limit the connections to one site, so a hidden tab closes its connection.
      source?.close()
      source = undefined
    } else if (source === undefined) {
      source = new EventSource('/demo/workbench/events')
      source.addEventListener('message', ({ data }) => {
        // Our own server sends this type.
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
