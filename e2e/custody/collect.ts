/** Collects everything that a script can read in a page, and everything that leaves the page. @module */
import type { BrowserContext, Page } from '@playwright/test'
import type { Straw } from './forms.js'

/** Records everything that the pages of a context send or print from now on. */
export function eavesdrop(context: BrowserContext): readonly Straw[] {
  const heard: Straw[] = []
  context.on('console', (message) => heard.push({ place: 'console', text: message.text() }))
  context.on('request', (request) => {
    heard.push({ place: 'request url', text: request.url() })
    const body = request.postDataBuffer()
    if (body !== null) heard.push({ place: 'request body', bytes: body.toString('hex') })
    for (const [name, value] of Object.entries(request.headers())) {
      heard.push({ place: `request header ${name}`, text: value })
    }
  })
  return heard
}

/** Collects the state, errors, addresses, document and every kind of storage of a page. */
export async function collect(page: Page): Promise<readonly Straw[]> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => ({
    place: 'cookie',
    text: `${name}=${value}`,
  }))
  return [...cookies, ...(await page.evaluate(collectInPage))]
}

/** Runs in the page, so it cannot use anything from this file. */
async function collectInPage(): Promise<Straw[]> {
  const straws: Straw[] = []
  const hexOf = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
  const add = (place: string, text: string): void => void straws.push({ place, text })
  const seen = new Set<object>()

  const exports = async (place: string, key: CryptoKey): Promise<void> => {
    for (const format of ['raw', 'pkcs8', 'spki', 'jwk'] as const) {
      try {
        await walk(`${place} exported ${format}`, await crypto.subtle.exportKey(format as 'raw', key))
      } catch {
        // A key that cannot be exported is the expected case.
      }
    }
  }

  /** Walks through everything that structured clone can store. */
  const walk = async (place: string, value: unknown): Promise<void> => {
    if (typeof value !== 'object' || value === null) return add(place, String(value))
    if (seen.has(value)) return
    seen.add(value)
    if (value instanceof CryptoKey) {
      add(`${place} (${value.type} key)`, '')
      return exports(place, value)
    }
    if (value instanceof ArrayBuffer) return void straws.push({ place, bytes: hexOf(new Uint8Array(value)) })
    if (ArrayBuffer.isView(value))
      return void straws.push({ place, bytes: hexOf(new Uint8Array(value.buffer)) })
    if (value instanceof Blob) return walk(place, await value.arrayBuffer())
    if (value instanceof Error) add(place, `${value.message} ${value.stack}`)
    add(place, JSON.stringify(value) ?? '')
    const parts =
      value instanceof Map || value instanceof Set ? [...value].flat() : Object.entries(value).flat()
    for (const part of parts) await walk(place, part)
  }

  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })

  add('state', JSON.stringify(harness.wallet.getState()))
  for (const state of harness.states) add('state', state)
  for (const failure of harness.failures) add('error', failure)
  add('url', location.href)
  add('history', JSON.stringify(history.state) ?? '')
  add('window name', window.name)
  add('document', document.documentElement.outerHTML)
  for (const { name } of performance.getEntries()) add('performance entry', name)
  for (const [key, value] of Object.entries(localStorage)) add('localStorage', `${key}=${value}`)
  for (const [key, value] of Object.entries(sessionStorage)) add('sessionStorage', `${key}=${value}`)
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answered(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const place = `indexeddb ${name}/${store}`
      const rows = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([answered(rows.getAllKeys()), answered(rows.getAll())])
      for (const value of [...keys, ...values]) await walk(place, value)
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) add('cache', url)
  }
  return straws
}
