/** Starts the service worker that answers the page's calls when the demo is hosted without a server. @module */

/**
 * How often to send a message that keeps the worker awake, in milliseconds. Browsers stop a worker after half a minute
 * without events.
 */
const stayAwake = 20_000

/** Returns the address of the worker, if the page was built for static hosting. */
const named = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="demo-worker"]')?.content

let answered: Promise<void> | undefined

/**
 * Resolves once calls are answered, which is at once if there is a server. Rejects if the browser does not allow a
 * worker.
 */
export const callsAnswered = (): Promise<void> => {
  const file = named()
  answered ??= file === undefined ? Promise.resolve() : startWorker(file)
  return answered
}

/** Whether a worker answers instead of a server. */
export const isHosted = (): boolean => named() !== undefined

async function startWorker(file: string): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) throw new Error('Service workers are not available in this window.')
  const controlled = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await serviceWorker.register(trusted(file))
  if (serviceWorker.controller === null) {
    const { active } = await serviceWorker.ready
    // A page that was reloaded without its worker must ask the worker to take control.
    active?.postMessage('claim')
    await controlled
  }
  setInterval(() => serviceWorker.controller?.postMessage('stay'), stayAwake)
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
}

/**
 * Makes a trusted script address. The page's policy forbids strings as script addresses, but this one is a constant of
 * the build.
 */
function trusted(file: string): string {
  // The types of this TypeScript version do not include Trusted Types, and not every browser has them.
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const createScriptURL = (): string => new URL(file, document.baseURI).href
  return trustedTypes?.createPolicy('heron-worker', { createScriptURL }).createScriptURL(file) ?? file
}
