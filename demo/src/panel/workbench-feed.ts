/** Receives the workbench's updates from the demo server while the page is visible. @module */
import type { WorkbenchView } from '../../contract.js'
import { learnNow } from '../server-time.js'
import { callsAnswered } from '../worker.js'

/**
 * Calls `show` with the complete view, and then with each change, while the page is visible. Returns a function that
 * ends this.
 */
export function followWorkbench(show: (view: WorkbenchView) => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let source: EventSource | undefined
  const stop = (): void => {
    source?.close()
    source = undefined
  }
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      // Browsers limit the number of connections to a site, so a hidden tab closes its connection.
      stop()
      return
    }
    if (source !== undefined) return
    source = new EventSource('/demo/workbench/events')
    source.addEventListener('message', ({ data }) => {
      // The type assertion is safe: the text comes from this project's own server.
      const view = JSON.parse(String(data)) as WorkbenchView
      learnNow(view.now)
      show(view)
    })
  }
  void callsAnswered().then(
    () => {
      if (signal.aborted) return
      document.addEventListener('visibilitychange', follow, { signal })
      addEventListener('pagehide', stop, { signal })
      addEventListener('pageshow', follow, { signal })
      signal.addEventListener('abort', stop)
      follow()
    },
    () => {},
  )
  return () => leaving.abort()
}
