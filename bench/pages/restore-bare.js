/** The limit: opens a database, reads a key and signs, without any checks or encoding. @module */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Stores a key for `restoreAndStamp`. */
async function seed() {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const opening = indexedDB.open('bare', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  const database = await done(opening)
  await done(database.transaction('keys', 'readwrite').objectStore('keys').put(privateKey, 'key'))
  database.close()
}

/** @param {{ payload: string }} options */
async function restoreAndStamp({ payload }) {
  const database = await done(indexedDB.open('bare'))
  const key = await done(database.transaction('keys').objectStore('keys').get('key'))
  const bytes = new TextEncoder().encode(payload)
  await crypto.subtle.sign(algorithm, key, bytes)
  return {
    end: () => database.close(),
    stamp: (/** @type {string} */ _) => crypto.subtle.sign(algorithm, key, bytes),
  }
}

// Not exported, because a bundler splits an entry that has exports, and the entry of an application has none.
globalThis.restoring = new Map([...(globalThis.restoring ?? []), ['restore-bare', { restoreAndStamp, seed }]])
