/**
 * Puts everything that is not deterministic on a machine under the control of the stage: time, random numbers,
 * cryptography, tasks.
 * @module
 */
import type { Clock } from 'embedded-wallet-auth'
import { currentLife, post } from './loop.js'
import { type Random, seededRandom } from './random.js'
import { createTwin, TwinKey } from './twin.js'

let random: Random = seededRandom('before the first scene')
let time: Clock = { now: () => 0, after: () => () => {} }
/**
 * The requests of a scene. They are kept here, because Node no longer aborts a request that has been garbage-collected.
 */
let requests: Request[] = []

/** Sets the seed and the clock of a scene. */
export function setWorld(seed: string, clock: Clock): void {
  random = seededRandom(seed)
  time = clock
  requests = []
}

const RealDate = Date

/** A date without arguments is the current time of the scene. */
class StageDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(given[0] ?? time.now())
  }
  static override now(): number {
    return time.now()
  }
}

class KeptRequest extends Request {
  constructor(...given: ConstructorParameters<typeof Request>) {
    super(...given)
    requests.push(this)
  }
}

/** Replaces the globals, once per process. */
export function takeOver(): void {
  const put = (target: object, values: object): void => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
  put(globalThis, {
    Date: StageDate,
    Request: KeptRequest,
    CryptoKey: TwinKey,
    structuredClone: cloned,
    // Timers of the servers, for their deadlines, and those of a page that starts.
    setTimeout: (run: () => void, ms = 0) => time.after(ms, currentLife()?.heard('timer', run) ?? run),
    clearTimeout: (cancel?: () => void) => cancel?.(),
    // The storage runs its transactions with immediates, one step after the other.
    setImmediate: (run: () => void) => post({ name: 'storage', lane: 'storage', run }),
  })
  put(performance, { now: () => time.now() })
  put(AbortSignal, { timeout })
  put(Math, { random: () => random.below(2 ** 32) / 2 ** 32 })
  put(crypto, { getRandomValues: fill, randomUUID: uuid })
  put(crypto.subtle, subtle())
}

/** Makes a signal for a server's deadline, in the time of the scene. */
function timeout(ms: number): AbortSignal {
  const controller = new AbortController()
  time.after(ms, () => controller.abort(new DOMException('The time is up.', 'TimeoutError')))
  return controller.signal
}

function fill<T extends ArrayBufferView>(view: T): T {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(random.bytes(view.byteLength))
  return view
}

function uuid(): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Makes `crypto.subtle`. Every call of a page is a point, and the answers come in any order. Calls of the backend and
 * the service are answered at once.
 */
function subtle(): object {
  return Object.fromEntries(
    Object.entries(createTwin(() => random)).map(([name, call]) => [
      name,
      (...args: never[]): Promise<unknown> => {
        const work = async (): Promise<unknown> => (call as (...args: never[]) => unknown)(...args)
        return currentLife()?.act({ name: `crypto ${name}`, sides: ['before'] }, work) ?? work()
      },
    ]),
  )
}

/** Clones a value, like a storage or a channel. A key stays the same object. */
function cloned(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException('This cannot be cloned.', 'DataCloneError')
  if (typeof value !== 'object' || value === null || value instanceof TwinKey) return value
  if (Array.isArray(value)) return value.map(cloned)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new DOMException(`A ${String(value)} cannot be stored here.`, 'DataCloneError')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cloned(each)]))
}
