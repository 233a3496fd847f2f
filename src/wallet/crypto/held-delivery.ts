/** Makes the page's own key the session's key: nothing is delivered (wire-facts 11.1 [current]). @module */
import { generateHeldKey } from './held-key.js'
import type { KeyDelivery } from './key-delivery.js'

/** The {@link KeyDelivery} of a session key that the page has made. */
export const heldDelivery: KeyDelivery = {
  mode: 'client-held',
  generate: generateHeldKey,
  load: async () => {},
  async open(_, key) {
    // The record has another form of key only if another script wrote it.
    if ('pair' in key) throw new TypeError('A client-held session needs a signing key.')
    return key
  },
}
