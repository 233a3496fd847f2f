/** Finds a browser for the tests, or installs one, and prints its path. @module */
import { pathToFileURL } from 'node:url'
import { firstBrowser } from './browser-order.js'
import { browserRuns, machineProbes } from './browser-probes.js'

/**
 * Resolves with the path of a browser that runs. Rejects if there is no browser and none can be installed, so that the
 * tests fail and are not skipped.
 *
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>}
 */
export async function findBrowser(say = console.error) {
  const path = await firstBrowser(machineProbes(say), browserRuns, say)
  if (path !== undefined) return path
  throw new Error(
    'No browser found and none could be installed. Install Chromium, Chrome or Edge, or set CHROME_PATH to one.',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await findBrowser())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
