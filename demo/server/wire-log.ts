/**
 * The calls on the wire, for the workbench: from page to backend and from backend to service, in one sequence, with
 * secrets redacted.
 * @module
 */
import { tabHeader, type WireEntry } from '../contract.js'
import { createPayloads } from './payloads.js'

/** A log of the newest calls. */
export interface WireLog {
  /** Passes a request to a handler, and logs the request and the answer. */
  through(
    leg: WireEntry['leg'],
    handler: (request: Request) => Promise<Response>,
  ): (request: Request) => Promise<Response>
  all(): readonly WireEntry[]
  /** Returns the entries that were added or changed since a revision, and the current revision. */
  since(revision: number): { readonly entries: readonly WireEntry[]; readonly revision: number }
  clear(): void
}

/** How many entries are kept. */
const limit = 120

/** The headers that are shown. A browser sends others, which have nothing to do with wallets. */
const shown = [
  'authorization',
  'cookie',
  'wallet-signature',
  'wallet-request-id',
  'wallet-idempotency-key',
  'wallet-payment-proof',
  'service-wallet-signature',
  'request-id',
  'idempotency-key',
  'sec-fetch-site',
]
const secretHeaders = new Set(['authorization', 'cookie'])
const secretFields = new Set(['otp', 'oidcToken', 'clientSecret', 'accessToken'])
/** Finds a device code. It is a secret, because anyone can redeem it for its agent's token. */
const secretInPath = /^(\/agents\/device-codes\/)[^/]+/
const deviceCode = /\bSERVICE-AGENT-[A-Z0-9-]+/g
/** Finds an ID token, also inside the payload that adds an OAUTH credential. */
const idToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const blackedOut = '••••••'
/** How many characters of a text are shown. */
const longest = 96

type Entry = { -readonly [K in keyof WireEntry]: WireEntry[K] }

/** The path under which the backend serves the wallet's calls. */
const walletPath = '/wallet'

/**
 * Makes an empty log. `now` returns the time in milliseconds.
 *
 * @param changed called after each change of the log
 */
export function createWireLog(
  now: () => number,
  basePath: string,
  changed: (entry: WireEntry) => void = () => {},
): WireLog {
  let entries: Entry[] = []
  let count = 0
  let revision = 0
  const revisions = new WeakMap<Entry, number>()
  const touch = (entry: Entry): void => {
    revision += 1
    revisions.set(entry, revision)
    changed(entry)
  }
  /** Returns the page's running call with the same method and path, or else the one that began last. */
  const causeOf = (method: string, path: string): number | undefined => {
    const open = entries.filter(({ leg, took }) => leg === 'page → backend' && took === undefined)
    const same = open.findLast((each) => each.method === method && each.path === walletPath + path)
    return (same ?? open.at(-1))?.number
  }
  const payloads = createPayloads()

  const enter = async (leg: WireEntry['leg'], request: Request): Promise<Entry> => {
    const text = request.body === null ? '' : await request.clone().text()
    const { pathname, search } = new URL(request.url)
    const path = (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname).replace(
      secretInPath,
      `$1${blackedOut}`,
    )
    count += 1
    const stamped = payloads.stampedBy(request)
    const tab = request.headers.get(tabHeader)
    const cause = leg === 'backend → service' ? causeOf(request.method, path + search) : undefined
    const entry: Entry = {
      number: count,
      at: now(),
      realTime: Date.now(),
      leg,
      ...(tab !== null && { tab: shortened(tab) }),
      ...(cause !== undefined && { cause }),
      method: request.method,
      path: path + search,
      headers: headersOf(request.headers),
      ...(text === '' ? {} : { body: bodyOf(text) }),
      ...(stamped === undefined ? {} : { stamped: withoutSecrets(stamped) }),
    }
    entries = [...entries.slice(1 - limit), entry]
    touch(entry)
    return entry
  }

  return {
    through: (leg, handler) => async (request) => {
      const entry = await enter(leg, request)
      try {
        const response = await handler(request)
        entry.status = response.status
        const text = await response.clone().text()
        if (text !== '') entry.answer = bodyOf(text)
        payloads.learn(text)
        return response
      } catch (error) {
        entry.lost = true
        throw error
      } finally {
        entry.took = Date.now() - entry.realTime
        touch(entry)
      }
    },
    all: () => entries.map((entry) => ({ ...entry })),
    since: (seen) => ({
      entries: entries.filter((entry) => (revisions.get(entry) ?? 0) > seen).map((entry) => ({ ...entry })),
      revision,
    }),
    clear: () => {
      entries = []
      payloads.clear()
    },
  }
}

function headersOf(headers: Headers): Record<string, string> {
  const found = shown.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, secretHeaders.has(name) ? blackedOut : shortened(value)] as const]
  })
  return Object.fromEntries(found)
}

/** Returns a body without codes and tokens. Leaves out a body that is not JSON, because its secrets cannot be found. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (secretFields.has(key)) return blackedOut
      return typeof value === 'string' ? shortened(withoutSecrets(value)) : value
    })
  } catch {
    return blackedOut
  }
}

const withoutSecrets = (text: string): string =>
  text.replace(deviceCode, blackedOut).replace(idToken, blackedOut)

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
