/** Whether this tab is online. The workbench can cut the connection. @module */

let cut = false

/** Whether the browser is offline, or the workbench has cut the connection. */
export const isOffline = (): boolean => !navigator.onLine

/** Whether the workbench has cut the connection. */
export const isCut = (): boolean => cut

const reach: typeof fetch = globalThis.fetch.bind(globalThis)

/** Whether the workbench makes this request. Such requests still work while the connection is cut. */
const isWorkbench = (input: RequestInfo | URL): boolean =>
  /^\/(demo\/workbench|emulator\/)/.test(
    new URL(input instanceof Request ? input.url : input, location.href).pathname,
  )

/**
 * Cuts or restores this tab's connection. While it is cut, all calls of the page and its wallet fail as they do
 * offline.
 */
export function cutLine(next: boolean): void {
  cut = next
  // As in a browser that is offline: the wallet then looks whether anything answers before it sends a call.
  if (cut) Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  else Reflect.deleteProperty(navigator, 'onLine')
  globalThis.fetch = cut
    ? (input, init) =>
        isWorkbench(input) ? reach(input, init) : Promise.reject(new TypeError('The connection is cut.'))
    : reach
  dispatchEvent(new Event(cut ? 'offline' : 'online'))
}
