/** Whether this tab reaches anybody: the browser knows, and the workbench can cut the line. @module */

let cut = false

/** Whether the network is away, or was cut off by the workbench. */
export const isOffline = (): boolean => cut || !navigator.onLine

/** Whether the workbench has cut the line. */
export const isCut = (): boolean => cut

const reach: typeof fetch = globalThis.fetch.bind(globalThis)

/** The workbench's own looks at the emulator go on: they are no part of the wallet. */
const isWorkbench = (input: RequestInfo | URL): boolean =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.startsWith('/demo/workbench')

/** Cuts this tab's line, or mends it: every call of wallet and page fails as it does without a network. */
export function cutLine(next: boolean): void {
  cut = next
  globalThis.fetch = cut
    ? (input, init) =>
        isWorkbench(input) ? reach(input, init) : Promise.reject(new TypeError('The line is cut.'))
    : reach
  dispatchEvent(new Event(cut ? 'offline' : 'online'))
}
