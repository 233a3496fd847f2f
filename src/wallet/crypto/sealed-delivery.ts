/** Delivers a session key that the service has sealed to the client key (Session; wire-facts 1.1). @module */
import { generateClientKey } from './client-key.js'
import type { KeyDelivery } from './key-delivery.js'
import { loadOpening } from './load-opening.js'

/** The {@link KeyDelivery} of a session key that is sealed to the client key. */
export const sealedDelivery: KeyDelivery = {
  mode: 'sealed',
  generate: generateClientKey,
  load: loadOpening,
  async open({ encryptedSessionSigningKey = '' }, key, clock) {
    // The record has another form of key only if another script wrote it.
    if (!('pair' in key)) throw new TypeError('A sealed key needs a client key.')
    const { openSessionKey } = await loadOpening(clock)
    return openSessionKey(encryptedSessionSigningKey, key)
  },
}
