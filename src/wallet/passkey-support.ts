/** The public `passkeySupport`. Its first call loads the code that tests the browser. @module */
import { systemClock } from '../clock.js'
import type { PasskeySupport } from './credentials/probe-passkeys.js'
import { loadChunk } from './time/load-chunk.js'

/**
 * Tests what this browser and page can do with passkeys, for example to decide whether to show a button. Opens no
 * dialog. Rejects only with `LOAD_FAILED` or `NETWORK`, if the code that tests the browser cannot be loaded.
 *
 * @example
 * button.hidden = !(await passkeySupport()).signIn
 */
export async function passkeySupport(): Promise<PasskeySupport> {
  const clock = systemClock()
  const { probePasskeys } = await loadChunk(clock, import('./credentials/probe-passkeys.js'))
  return probePasskeys(clock)
}
