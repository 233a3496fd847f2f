/**
 * Freezes what a page of this version keeps in IndexedDB, with its keys, which only a test can read: it imports a second
 * key of each that can be exported.
 * @module
 */
import { indexedDbStore, type Quote, type WalletState } from 'embedded-wallet-auth'
import { createStack } from '../../src/wallet/fixtures/stack.js'

/** A key as it is in the file. */
interface FrozenKey {
  readonly $key: JsonWebKey
  readonly algorithm: { readonly name: string; readonly namedCurve: string }
  readonly usages: readonly KeyUsage[]
}

/** The entries of a database, and what a page shows that opens with them. */
export interface FrozenRecord {
  readonly title: string
  readonly accountId: string
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  readonly entries: readonly { readonly key: string | readonly string[]; readonly value: unknown }[]
  readonly state: WalletState
  /** The quote that is in doubt, with what the page had been given. */
  readonly quote?: Quote
}

/** Returns the value that was frozen, with its keys. */
export async function thawed(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(thawed))
  if (typeof value !== 'object' || value === null) return value
  if ('$key' in value) {
    const { $key, algorithm, usages } = value as FrozenKey
    return crypto.subtle.importKey('jwk', $key, algorithm, $key.d === undefined, [...usages])
  }
  const entries = await Promise.all(
    Object.entries(value).map(async ([name, part]) => [name, await thawed(part)] as const),
  )
  return Object.fromEntries(entries)
}

/** Writes entries as a page of their version has, into a database of this name. */
export async function fill(name: string, entries: FrozenRecord['entries']): Promise<void> {
  const values = await Promise.all(entries.map(({ value }) => thawed(value)))
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('accounts')
  await done(opening)
  const transaction = opening.result.transaction('accounts', 'readwrite')
  for (const [index, { key }] of entries.entries())
    transaction.objectStore('accounts').put(values[index], key as IDBValidKey)
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  opening.result.close()
}

const done = (request: IDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/** Freezes a session with a payment in doubt, and a sign-in that waits for its code. Needs IndexedDB. */
export async function freezeRecords(): Promise<readonly FrozenRecord[]> {
  const keys = new WeakMap<object, FrozenKey>()
  const restore = [watchKeys(keys), watchEntries()] as const
  const [, watched] = restore
  try {
    return await freezeWith(keys, watched.entries)
  } finally {
    for (const { end } of restore) end()
  }
}

async function freezeWith(
  keys: WeakMap<object, FrozenKey>,
  written: ReturnType<typeof watchEntries>['entries'],
): Promise<readonly FrozenRecord[]> {
  const found: FrozenRecord[] = []
  for (const title of ['a session with a payment in doubt', 'a sign-in that waits for its code']) {
    written.clear()
    const stack = await createStack()
    let isCut = false
    const backend = async (request: Request): Promise<Response> => {
      if (isCut && request.url.endsWith('/execute')) throw new TypeError('Failed to fetch')
      return stack.backend(request)
    }
    const open = () => stack.wallet({ store: indexedDbStore(title), backend })
    const wallet = open()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    let quote: Quote | undefined
    if (title.startsWith('a session')) {
      await wallet.submit({ otp: stack.otp() })
      const { account: shop } = await stack.emulator.provision({ accountType: 'INTERNAL_FIAT' })
      quote = await stack.service<Quote>('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: stack.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: shop.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      })
      isCut = true
      await wallet.executeQuote(quote).catch(() => {})
    }
    wallet.dispose()
    const entries = await Promise.all(
      ownEntries(stack.accountId, [...written.values()]).map(async ({ key, value }) => ({
        key,
        value: await frozen(value, keys),
      })),
    )
    const next = open()
    await next.ready
    const state = next.getState()
    next.dispose()
    const record = { title, accountId: stack.accountId, now: stack.emulator.clock.now(), entries, state }
    found.push({ ...record, ...(quote && { quote }) })
  }
  return found
}

/** The entries of an account. A page also writes to a database of its own, to see what the browser can store. */
const ownEntries = (accountId: string, entries: FrozenRecord['entries']): FrozenRecord['entries'] =>
  entries.filter(({ key }) => [key].flat()[0] === accountId)

async function frozen(value: unknown, keys: WeakMap<object, FrozenKey>): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof CryptoKey) {
    const known = keys.get(value)
    if (known !== undefined) return known
    const $key = await crypto.subtle.exportKey('jwk', value)
    return { $key, algorithm: value.algorithm, usages: value.usages }
  }
  if (Array.isArray(value)) return Promise.all(value.map((each) => frozen(each, keys)))
  const parts = Object.entries(value).map(async ([name, part]) => [name, await frozen(part, keys)] as const)
  return Object.fromEntries(await Promise.all(parts))
}

/** Remembers the entries that are written and not deleted, with their own keys and not clones of them. */
function watchEntries() {
  type Key = FrozenRecord['entries'][number]['key']
  const entries = new Map<string, { readonly key: Key; readonly value: unknown }>()
  const { put, delete: remove } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    entries.set(JSON.stringify(key), { key: key as Key, value })
    return put.call(this, value, key)
  }
  IDBObjectStore.prototype.delete = function (key) {
    entries.delete(JSON.stringify(key))
    return remove.call(this, key)
  }
  const end = (): void => void Object.assign(IDBObjectStore.prototype, { put, delete: remove })
  return { entries, end }
}

/** Remembers what each key is that cannot be exported. */
function watchKeys(keys: WeakMap<object, FrozenKey>) {
  const { subtle } = crypto
  const [importKey, generateKey] = [subtle.importKey.bind(subtle), subtle.generateKey.bind(subtle)]
  const remember = async (key: CryptoKey, twin: CryptoKey): Promise<void> => {
    const algorithm = key.algorithm as FrozenKey['algorithm']
    if (key.type === 'private')
      keys.set(key, { $key: await subtle.exportKey('jwk', twin), algorithm, usages: key.usages })
  }
  const importing = async (...args: Parameters<typeof importKey>): Promise<CryptoKey> => {
    const [format, data, algorithm, , usages] = args
    const key = await importKey(...args)
    if (key.type === 'private') await remember(key, await importKey(format, data, algorithm, true, usages))
    return key
  }
  const generating = async (
    algorithm: EcKeyGenParams,
    isExtractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKeyPair> => {
    if (isExtractable) return generateKey(algorithm, true, usages)
    const { privateKey, publicKey } = await generateKey(algorithm, true, usages)
    const jwk = await subtle.exportKey('jwk', privateKey)
    const own = await importKey('jwk', { ...jwk, ext: false }, algorithm, false, privateKey.usages)
    await remember(own, privateKey)
    return { privateKey: own, publicKey }
  }
  Object.defineProperty(subtle, 'importKey', { value: importing, configurable: true, writable: true })
  Object.defineProperty(subtle, 'generateKey', { value: generating, configurable: true, writable: true })
  const end = (): void => {
    Reflect.deleteProperty(subtle, 'importKey')
    Reflect.deleteProperty(subtle, 'generateKey')
  }
  return { end }
}
