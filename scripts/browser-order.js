/**
 * The order in which a browser is looked for. The first browser that runs is used. The caller passes the probes, so
 * this file has no effects.
 * @module
 */

/**
 * A browser that the caller named comes first, then installed browsers, then ways to install one.
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
 * Resolves with the path of the first browser that runs, or `undefined`. `runs` checks whether the browser at a path
 * runs. A probe that rejects is skipped and reported with `say`.
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
