/** The engine in which the tests run. `npm run test:engines` sets it in the environment. @module */

import { startChromium } from './chromium.js'
import type { Driver } from './driver.js'
import { startFirefox } from './firefox.js'
import { startWebKit } from './webkit.js'

/** An engine, and what it cannot do. */
export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit'
  readonly hasPasskeys: boolean
}

/** The engine in `ENGINE`. `ENGINE_PROGRAMS` contains the paths of its programs, as JSON. */
export const engine: Engine =
  process.env['ENGINE'] === 'webkit'
    ? { name: 'webkit', hasPasskeys: false }
    : { name: process.env['ENGINE'] === 'chromium' ? 'chromium' : 'firefox', hasPasskeys: true }

/** How often the tests of a redirect repeat it: `npm run test:engines -- redirect --times 500`. */
export const redirects: number = Number(process.env['ENGINE_TIMES'] ?? 20)

/** Starts the engine. `preferences` are preferences of Firefox that a user may have set. */
export function startEngine(
  preferences?: Readonly<Record<string, string | number | boolean>>,
): Promise<Driver> {
  // Written by scripts/engines.js.
  const found = process.env['ENGINE_PROGRAMS']
  if (found === undefined) throw new Error('These tests are run by: npm run test:engines')
  const programs = JSON.parse(found) as Readonly<Record<string, string>>
  const { browser = '', driver = '', display = '' } = programs
  if (engine.name === 'chromium') return startChromium(browser)
  return engine.name === 'webkit'
    ? startWebKit({ browser, driver, display })
    : startFirefox(browser, preferences)
}
