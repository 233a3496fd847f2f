/** The public `passkeySupport`. Its first call loads the ceremonies. @module */
import { systemClock } from '../../clock.js'
import { loadChunk } from '../time/load-chunk.js'
import type { PasskeySupport } from './probe-passkeys.js'

/**
 * Tests what this browser and page can do with passkeys, for example to decide whether to show a button. Opens no
 * dialog. Rejects only with `LOAD_FAILED` or `NETWORK`, if the code of the ceremonies cannot be loaded.
 *
 * @example
 * button.hidden = !(await passkeySupport()).signIn
 */
export async function passkeySupport(): Promise<PasskeySupport> {
  const clock = systemClock()
  const { probePasskeys } = await loadChunk(clock, import('./ceremonies.js'))
  return probePasskeys(clock)
}
