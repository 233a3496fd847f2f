/** Whether this tab is online. The browser reports it, and the workbench can cut the connection. @module */

let cut = false

/** Whether the browser is offline, or the workbench has cut the connection. */
export const isOffline = (): boolean => cut || !navigator.onLine

/** Whether the workbench has cut the connection. */
export const isCut = (): boolean => cut

const reach: typeof fetch = globalThis.fetch.bind(globalThis)

/** Whether a request is from the workbench. These requests continue, because they are not part of the wallet. */
const isWorkbench = (input: RequestInfo | URL): boolean =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.startsWith('/demo/workbench')

/**
 * Cuts or restores this tab's connection. While it is cut, every call of the wallet and the page fails as without a
 * network.
 */
export function cutLine(next: boolean): void {
  cut = next
  globalThis.fetch = cut
    ? (input, init) =>
        isWorkbench(input) ? reach(input, init) : Promise.reject(new TypeError('The line is cut.'))
    : reach
  dispatchEvent(new Event(cut ? 'offline' : 'online'))
}
