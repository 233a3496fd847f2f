/** Warns of options with which a backend works, but not as most people mean it. @module */
import { isSecure } from '../wire/address.js'
import type { BackendOptions } from './options.js'

/**
 * Returns a function that warns of checked options. It gives each warning only once, since a framework may create a
 * backend for each route, and a test one for each case.
 */
export function createWarnings(): (options: BackendOptions) => void {
  const given = new Set<string>()
  const once = (text: string): void => {
    if (given.has(text)) return
    given.add(text)
    // biome-ignore lint/suspicious/noConsole: who forgot an option has mostly given no `onError` either.
    console.warn(text)
  }
  return ({ loginSession, stepUp, origins }) => {
    if (loginSession === undefined && stepUp === undefined)
      once(
        'createBackend() has no `loginSession`: a new credential needs no recent sign-in, limits are counted for each account only, and neither sign-ins nor registration challenges belong to a login session. Set it, or `stepUp: false` if that is meant.',
      )
    for (const origin of [origins].flat().filter((each) => !isSecure(each)))
      once(
        `createBackend() has ${origin} among its \`origins\`: without HTTPS, browsers offer neither WebCrypto nor passkeys to a page, except on localhost, so no wallet works there. Serve that page over HTTPS.`,
      )
  }
}
