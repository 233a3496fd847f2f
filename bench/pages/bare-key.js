/** The key of the limit. @module */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
