/** The two ways in which a session key reaches the browser. @module */
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'

/**
 * `sealed`: the service makes the session key, and seals it to a client key of the page. `client-held`: the page makes
 * the session key, and nobody sends it anywhere (wire-facts 11 [current]).
 */
export type KeyDeliveryMode = 'sealed' | 'client-held'

/** The key of one attempt: a client key, or what becomes the session key. Its `publicKey` is sent as it is. */
export type AttemptKey = ClientKey | SessionKey
