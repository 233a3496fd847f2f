/** Delivers a session key that the service has sealed to the client key (Session; wire-facts 1.1). @module */
import { generateClientKey } from './client-key.js'
import type { KeyDelivery } from './key-delivery.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'

/** The {@link KeyDelivery} of a session key that is sealed to the client key. */
export const sealedDelivery: KeyDelivery = {
  generate: generateClientKey,
  open: async ({ encryptedSessionSigningKey = '' }, clientKey) =>
    importSessionKey(await openSealedKey(encryptedSessionSigningKey, clientKey)),
}
