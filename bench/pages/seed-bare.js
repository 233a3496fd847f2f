/** Stores the key of the limit. @module */
import { algorithm, done } from './bare-key.js'

globalThis.seed = async () => {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const opening = indexedDB.open('bare', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  const database = await done(opening)
  await done(database.transaction('keys', 'readwrite').objectStore('keys').put(privateKey, 'key'))
  database.close()
}
