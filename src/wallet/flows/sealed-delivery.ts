/** Delivers a session key that the service has sealed to the client key (Session; wire-facts 1.1). @module */
import { whenIdle } from '../../clock.js'
import { generateClientKey } from '../crypto/client-key.js'
import type { KeyDelivery } from '../crypto/key-delivery.js'
import { loadVerifyPath } from './load-verify-path.js'

let isWarm = false

/** The {@link KeyDelivery} of a session key that is sealed to the client key. */
export const sealedDelivery: KeyDelivery = {
  generate: generateClientKey,
  async preload(clock, again) {
    const { warmUp } = await loadVerifyPath(clock)
    if (isWarm) return
    isWarm = true
    // A second run makes the steps faster still. It waits until the page is idle, so that it does not delay a flow.
    void warmUp().then(() => whenIdle(() => void (again ?? warmUp)().catch(() => {})))
  },
  async open({ encryptedSessionSigningKey }, clientKey, clock, stored) {
    const { openSealedKey, importSessionKey } = await loadVerifyPath(clock)
    return importSessionKey(await openSealedKey(encryptedSessionSigningKey, clientKey, stored))
  },
}
