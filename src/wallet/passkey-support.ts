/** The public `passkeySupport`, whose probes load when it is called. @module */
import { systemClock } from '../clock.js'
import type { PasskeySupport } from './credentials/probe-passkeys.js'
import { loadChunk } from './time/load-chunk.js'

/**
 * What this browser and page can do with passkeys, to show a button or not. Opens no dialog. Rejects only with `LOAD_FAILED`
 * or `NETWORK`, where this part of the library does not load.
 *
 * @example
 * button.hidden = !(await passkeySupport()).signIn
 */
export async function passkeySupport(): Promise<PasskeySupport> {
  const clock = systemClock()
  const { probePasskeys } = await loadChunk(clock, import('./credentials/probe-passkeys.js'))
  return probePasskeys(clock)
}
