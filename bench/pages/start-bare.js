/** The limit: opens a database, reads a key and signs, without any checks or encoding. @module */
import { algorithm, done } from './bare-key.js'
import { payload } from './payload.js'

async function start() {
  const database = await done(indexedDB.open('bare'))
  const key = await done(database.transaction('keys').objectStore('keys').get('key'))
  const bytes = new TextEncoder().encode(payload)
  const stamp = () => crypto.subtle.sign(algorithm, key, bytes)
  await stamp()
  globalThis.stamped(undefined, stamp)
}

start()
