/** The order in which a browser is looked for: first hit wins. Pure; the probes are given. @module */

/**
 * What costs nothing comes before what installs, what the caller named before everything.
 *
 * @type {typeof import('./browser-order.d.ts').browserOrder}
 */
export const browserOrder = [
  'chromePath',
  'playwright',
  'installed',
  'playwrightInstall',
  'apt',
  'headlessShell',
]

/**
 * The first browser that runs, or `undefined`. A probe that rejects is said and passed over; a path counts only when
 * `runs` agrees.
 *
 * @type {typeof import('./browser-order.d.ts').firstBrowser}
 */
export async function firstBrowser(probes, runs, say) {
  for (const key of browserOrder) {
    const { name, find } = probes[key]
    try {
      for (const path of await find()) {
        if (await runs(path)) {
          say(`browser: ${path} (${name})`)
          return path
        }
        say(`browser: ${path} (${name}) does not run`)
      }
    } catch (error) {
      say(`browser: ${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return undefined
}
