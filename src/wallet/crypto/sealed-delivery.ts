/** The session key arrives sealed to the client key, once (Session; wire-facts 1.1). @module */
import type { Clock } from '../../clock.js'
import { loadChunk } from '../time/load-chunk.js'
import { generateClientKey } from './client-key.js'
import { isKey, isObject, isText, type KeyDelivery } from './key-delivery.js'

/** A chunk of its own: a restored session stamps without HPKE and curve code. */
const load = (clock: Clock): Promise<typeof import('./verify-path.js')> =>
  loadChunk(clock, import('./verify-path.js'))

let isWarm = false

export const sealedDelivery: KeyDelivery = {
  generate: generateClientKey,
  async preload(clock) {
    const { warmUp } = await load(clock)
    if (isWarm) return
    isWarm = true
    void warmUp()
  },
  isClientKey: (stored) =>
    isObject(stored) &&
    isText(stored['publicKey']) &&
    isObject(stored['pair']) &&
    isKey(stored['pair']['privateKey'], 'deriveBits') &&
    isKey(stored['pair']['publicKey'], ''),
  isAnswer: (stored) =>
    isObject(stored) &&
    ['id', 'expiresAt', 'encryptedSessionSigningKey'].every((field) => isText(stored[field])),
  async open({ encryptedSessionSigningKey }, clientKey, clock) {
    const { openSealedKey, importSessionKey } = await load(clock)
    return importSessionKey(await openSealedKey(encryptedSessionSigningKey, clientKey))
  },
}
