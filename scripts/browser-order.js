/**
 * The order in which a browser is looked for. The first one that runs is used. Pure: the caller passes the probes.
 * @module
 */

/**
 * A browser that the caller named comes first, then browsers that are already installed, then ways to install one.
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
 * Resolves with the path of the first browser that runs, or `undefined`. A probe that rejects is reported with `say`
 * and skipped. `runs` tells whether the browser at a path runs.
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
