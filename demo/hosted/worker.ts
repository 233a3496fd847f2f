/**
 * The demo without a server: a service worker that answers the page's calls with the same backend and emulator. It is a service
 * worker, and no shared one, because it is in every browser, answers all tabs, and lets the page call as it calls a server. A
 * browser ends it whenever it likes, so all it knows is also in IndexedDB.
 * @module
 */
import { createStore, get, set, type UseStore } from 'idb-keyval'
import { createDemo, type Demo, type Saved } from '../server/index.js'
import { createBrowserLogins, type SavedLogin } from './browser-logins.js'

/** The part of a service worker's own interface that is used here: the project's types are those of pages. */
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

/** All that is in the database. */
interface Kept extends Saved {
  readonly login: SavedLogin | undefined
}

// A worker's global object is of another type than a page's.
const worker = globalThis as unknown as WorkerScope
const store: UseStore = createStore('heron demo', 'saved')
const key = 'all'
/** Milliseconds after which a change is written down: several come at once. */
const pause = 50

let opened: Promise<Open> | undefined

interface Open extends Demo {
  /** Resolves once everything so far is in the database. */
  readonly written: () => Promise<void>
}

const open = (): Promise<Open> => {
  opened ??= start()
  // What failed once may work the next time.
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
    // A database of another version of the demo: nothing in it is worth an error.
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

// Begun with the worker, and not with the first call.
void open().catch(() => {})

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
// A page that was reloaded past its worker asks for it back; the others only keep it awake.
worker.addEventListener('message', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // Calls have no destination; the page's own files have one, wherever they are hosted.
  if (origin !== location.origin || request.destination !== '' || !/^\/(wallet|demo)\//.test(pathname)) return
  const waitUntil = event.waitUntil.bind(event)
  let done = (): void => {}
  // Extended now, because it cannot be once the event is over.
  waitUntil(
    new Promise<void>((resolve) => {
      done = resolve
    }),
  )
  event.respondWith(answer({ request, waitUntil }).catch(failed).finally(done))
})
