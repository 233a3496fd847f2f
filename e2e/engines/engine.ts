/** Which engine the tests run in: `npm run test:engines` says so in the environment. @module */
import type { Driver } from './driver.js'
import { startFirefox } from './firefox.js'
import { startWebKit } from './webkit.js'

/** An engine, and what it cannot do. */
export interface Engine {
  readonly name: 'firefox' | 'webkit'
  readonly hasPasskeys: boolean
}

/** `ENGINE` and, in JSON, `ENGINE_PROGRAMS`: where its programs are. */
export const engine: Engine =
  process.env['ENGINE'] === 'webkit'
    ? { name: 'webkit', hasPasskeys: false }
    : { name: 'firefox', hasPasskeys: true }

/** Starts it. `preferences`: of Firefox, such as a person may have set. */
export function startEngine(
  preferences?: Readonly<Record<string, string | number | boolean>>,
): Promise<Driver> {
  // Written by scripts/engines.js.
  const found = process.env['ENGINE_PROGRAMS']
  if (found === undefined) throw new Error('These tests are run by: npm run test:engines')
  const programs = JSON.parse(found) as Readonly<Record<string, string>>
  const { browser = '', driver = '', display = '' } = programs
  return engine.name === 'webkit'
    ? startWebKit({ browser, driver, display })
    : startFirefox(browser, preferences)
}
