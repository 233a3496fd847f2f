/**
 * What a hostile script could try if it entered the page after the sign-in. It uses only the browser's own APIs.
 * @module
 */
import { type Attempt, exportAttempts, refusalOf } from './export-attempts.js'
import { privateKeysIn } from './record-text.js'

/** Searches every database of this origin for private keys, and tries to export each one. */
export async function tryToSteal(): Promise<readonly Attempt[]> {
  const found = (
    await Promise.all((await indexedDB.databases()).map(({ name }) => valuesIn(name ?? '')))
  ).flat()
  const keys = found.flatMap((value) => privateKeysIn(value))
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey'])
  const wrapped = keys.map(async ({ path, key }) => ({
    call: `wrapKey('pkcs8', ${path}, …)`,
    refusal: await refusalOf(() =>
      crypto.subtle.wrapKey('pkcs8', key, wrapping, { name: 'AES-GCM', iv: new Uint8Array(12) }),
    ),
  }))
  return [...(await exportAttempts(keys)), ...(await Promise.all(wrapped))]
}

async function valuesIn(name: string): Promise<unknown[]> {
  const database = await settled(indexedDB.open(name))
  try {
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return []
    const reading = database.transaction(stores)
    return (await Promise.all(stores.map((store) => settled(reading.objectStore(store).getAll())))).flat()
  } finally {
    database.close()
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database cannot be opened.')),
    )
  })
