/** Without a server, a service worker answers the page's calls: here it is started. @module */

/** Milliseconds between two signs of life: a browser ends a worker that nobody has called for half a minute. */
const stayAwake = 20_000

/** The worker that this page was built with, if it was built to be hosted. */
const named = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="demo-worker"]')?.content

let answered: Promise<void> | undefined

/** Resolves once calls are answered; at once where there is a server. Rejects where the browser allows no worker. */
export const callsAnswered = (): Promise<void> => {
  const file = named()
  answered ??= file === undefined ? Promise.resolve() : startWorker(file)
  return answered
}

/** Whether a worker answers, and no server. */
export const isHosted = (): boolean => named() !== undefined

async function startWorker(file: string): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) throw new Error('This window has no service workers.')
  const controlled = new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  await serviceWorker.register(trusted(file))
  if (serviceWorker.controller === null) {
    const { active } = await serviceWorker.ready
    // A page that was reloaded past its worker has to ask for it.
    active?.postMessage('claim')
    await controlled
  }
  setInterval(() => serviceWorker.controller?.postMessage('stay'), stayAwake)
}

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
}

/** The policy of the page lets no text become a script's address; this one is a constant of the build. */
function trusted(file: string): string {
  // Not in the types of this version, and not in every browser.
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const createScriptURL = (): string => new URL(file, document.baseURI).href
  return trustedTypes?.createPolicy('heron-worker', { createScriptURL }).createScriptURL(file) ?? file
}
