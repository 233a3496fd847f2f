/** News of the demo server for the workbench: pushed, and only while somebody can see them. @module */
import type { WorkbenchView } from '../../contract.js'
import { learnNow } from '../server-time.js'
import { callsAnswered } from '../worker.js'

/** Calls `show` with all there is, and then with what has changed, for as long as the page lives. */
export function followWorkbench(show: (view: WorkbenchView) => void): void {
  let source: EventSource | undefined
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      // Browsers limit the connections to one site, so a hidden tab closes its own.
      source?.close()
      source = undefined
    } else if (source === undefined) {
      source = new EventSource('/demo/workbench/events')
      source.addEventListener('message', ({ data }) => {
        // Our own server makes it with the same type.
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
