/**
 * The demo without a server: a service worker that answers the page's calls with the same backend and emulator. Unlike
 * a shared worker, a service worker exists in every browser and receives the page's ordinary requests, for all tabs.
 * The browser may stop it at any time, so its state is also stored in IndexedDB.
 * @module
 */
import { createStore, get, set, type UseStore } from 'idb-keyval'
import { createDemo, type Demo, type Saved } from '../server/index.js'
import { createBrowserLogins, type SavedLogin } from './browser-logins.js'

/** The parts of the service worker's interface that are used here. The project's types cover only pages. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Extendable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** What the database contains. */
interface Kept extends Saved {
  readonly login: SavedLogin | undefined
}

// A worker's global object has a different type than a page's.
const worker = globalThis as unknown as WorkerScope
const store: UseStore = createStore('heron demo', 'saved')
const key = 'all'
/** How long to wait before changes are stored, in milliseconds, because several changes usually come together. */
const pause = 50

let opened: Promise<Open> | undefined

interface Open extends Demo {
  /** Resolves once all changes so far are in the database. */
  readonly written: () => Promise<void>
}

const open = (): Promise<Open> => {
  opened ??= start()
  // A failed start may succeed the next time.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function start(): Promise<Open> {
  const kept = await get<Kept>(key, store).catch(() => undefined)
  try {
    return await startFrom(kept)
  } catch {
    // The database is from another version of the demo, so it is ignored.
    return startFrom(undefined)
  }
}

async function startFrom(kept: Kept | undefined): Promise<Open> {
  const logins = createBrowserLogins(kept?.login)
  let isDue = false
  let writing: Promise<void> = Promise.resolve()
  let demo: Demo | undefined
  const write = (): void => {
    if (isDue || demo === undefined) return
    const { save } = demo
    isDue = true
    writing = writing
      .then(() => new Promise((resolve) => setTimeout(resolve, pause)))
      .then(() => {
        isDue = false
        return set(key, { ...save(), login: logins.saved() } satisfies Kept, store)
      })
      .catch(() => {})
  }
  demo = await createDemo({
    origins: [location.origin],
    logins,
    onChange: write,
    ...(kept && { saved: kept }),
  })
  return {
    ...demo,
    written() {
      write()
      return writing
    },
  }
}

async function answer({
  request,
  waitUntil,
}: {
  request: Request
  waitUntil: Extendable['waitUntil']
}): Promise<Response> {
  const demo = await open()
  const response = await demo.handler(request)
  if (request.method !== 'GET') waitUntil(demo.written())
  return response
}

const failed = (): Response =>
  Response.json(
    { status: 500, code: 'INTERNAL_ERROR', message: 'The demo’s worker failed.' },
    { status: 500 },
  )

// The start begins at once, and not only with the first call.
void open().catch(() => {})

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
// A page that was reloaded without its worker asks this worker to take control again. Other messages only keep the
// worker awake.
worker.addEventListener('message', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // A page's calls have no destination, but its requests for files have one.
  if (
    origin !== location.origin ||
    request.destination !== '' ||
    !/^\/(wallet|demo|emulator)\//.test(pathname)
  )
    return
  const waitUntil = event.waitUntil.bind(event)
  let done = (): void => {}
  // `waitUntil` must be called now, because it fails once the event is over.
  waitUntil(
    new Promise<void>((resolve) => {
      done = resolve
    }),
  )
  event.respondWith(answer({ request, waitUntil }).catch(failed).finally(done))
})
