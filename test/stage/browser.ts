/**
 * The parts of a browser that Node does not have, which stop when the page dies: events, channels between tabs, locks
 * and an authenticator. Nothing of this project is replaced here.
 *
 * @module
 */

import type { TestAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import { bytesToBase64url } from '../../src/base64url.js'
import { assertedCredential, createdCredential } from '../../src/wallet/fixtures/software-passkeys.js'
import { currentLife } from './loop.js'
import type { Life } from './point.js'

/** Whether the browser's locks show which pages are alive. */
export type Locks = 'shown' | 'missing'

/** A listener for page events. `persisted`: the page comes from the back/forward cache. */
type Listener = (event: { readonly persisted: boolean }) => void

const listeners = new Map<Life, Map<Listener, string>>()
const channels = new Set<Channel>()
const held = new Map<Life, Set<string>>()
const settings: { locks: Locks; authenticator: TestAuthenticator | undefined } = {
  locks: 'shown',
  authenticator: undefined,
}

/** Shows a page again, with the events that make the wallet read the record. */
export const wake = (life: Life): void => {
  life.show()
  life.thaw()
  for (const [fn, name] of [...(listeners.get(life) ?? [])])
    if (name !== 'pagehide') life.run(() => fn({ persisted: false }))
}

export const setLocks = (locks: Locks): void => {
  settings.locks = locks
}

export const setAuthenticator = (authenticator: TestAuthenticator): void => {
  settings.authenticator = authenticator
}

const listen = (name: string, fn: Listener): void => {
  const life = currentLife()
  if (life === undefined) return
  listeners.set(life, (listeners.get(life) ?? new Map()).set(fn, name))
  life.onDeath(() => listeners.delete(life))
}

const unlisten = (_: string, fn: Listener): void => {
  const life = currentLife()
  if (life) listeners.get(life)?.delete(fn)
}

class Channel {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  readonly #life = currentLife()
  readonly #name: string
  constructor(name: string) {
    this.#name = name
    channels.add(this)
    this.#life?.onDeath(() => this.close())
  }
  postMessage(data: unknown): void {
    this.#life?.tell({ name: 'announce', sides: ['before'] }, () => {
      for (const other of channels) {
        if (other === this || other.#name !== this.#name) continue
        other.#life?.heard('message', () => channels.has(other) && other.onmessage?.({ data }))()
      }
    })
  }
  close(): void {
    channels.delete(this)
  }
}

const locks = {
  request(name: string, _: unknown, granted: () => Promise<void>): Promise<void> {
    const life = currentLife()
    if (life === undefined) return Promise.reject(new Error('No page asks for this lock.'))
    const own = held.get(life) ?? new Set()
    const ask = async (): Promise<void> => {
      if (!life.isAlive()) return
      held.set(life, own.add(name))
      life.onDeath(() => held.delete(life))
    }
    // The page keeps the lock until it releases the lock. The request is over once the lock is granted.
    return life.act({ name: 'lock', sides: ['before'] }, ask).then(() => {
      void granted().then(() => own.delete(name))
    })
  },
  query: (): Promise<unknown> | undefined =>
    currentLife()?.act({ name: 'lock query', sides: ['before'] }, async () => ({
      held: [...held.values()].flatMap((names) => [...names].map((name) => ({ name }))),
      pending: [],
    })),
}

type Ceremony = { readonly publicKey: { readonly challenge: ArrayBuffer } }

const ceremony = <T>(name: string, work: (challenge: string, own: TestAuthenticator) => Promise<T>) =>
  function begin({ publicKey }: Ceremony): Promise<T> | undefined {
    return currentLife()?.act({ name, sides: ['before', 'after'], travels: true }, async () => {
      if (settings.authenticator === undefined) throw new Error('There is no authenticator.')
      return work(bytesToBase64url(new Uint8Array(publicKey.challenge)), settings.authenticator)
    })
  }

const credentials = {
  create: ceremony('registration', async (challenge, own) => createdCredential(await own.create(challenge))),
  get: ceremony('assertion', async (challenge, own) => assertedCredential(await own.get(challenge))),
}

/** The page is idle as soon as everything that has begun is finished. */
const requestIdleCallback = (fn: () => void): void => {
  currentLife()?.heard('idle', fn)()
}

/** Installs all of these, once per process. */
export function pretendBrowser(): void {
  const page = { visibilityState: 'visible', addEventListener: listen, removeEventListener: unlisten }
  const navigator = {
    credentials,
    get locks() {
      return settings.locks === 'shown' ? locks : undefined
    },
  }
  const globals = {
    document: page,
    addEventListener: listen,
    removeEventListener: unlisten,
    BroadcastChannel: Channel,
    PublicKeyCredential: class {},
    navigator,
    requestIdleCallback,
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
