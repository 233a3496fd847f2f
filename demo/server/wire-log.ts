/** What went over the wire, for the workbench: both legs in one order, secrets blacked out. @module */
import type { WireEntry } from '../contract.js'
import { createPayloads } from './payloads.js'

/** The newest calls. */
export interface WireLog {
  /** Sends a request through a handler and enters both into the log. */
  through(
    leg: WireEntry['leg'],
    handler: (request: Request) => Promise<Response>,
  ): (request: Request) => Promise<Response>
  all(): readonly WireEntry[]
  clear(): void
}

/** Entries that are kept. */
const limit = 120

/** Headers worth a look. Everything else a browser sends says nothing about wallets. */
const shown = [
  'authorization',
  'cookie',
  'service-wallet-signature',
  'request-id',
  'idempotency-key',
  'sec-fetch-site',
]
const secretHeaders = new Set(['authorization', 'cookie'])
const secretFields = new Set(['otp', 'oidcToken', 'clientSecret', 'accessToken'])
/** Whoever has a device code gets the token of its agent. */
const secretInPath = /^(\/agents\/device-codes\/)[^/]+/
const deviceCode = /\bSERVICE-AGENT-[A-Z0-9-]+/g
/** An ID token, which also stands in the payload that adds an OAUTH credential. */
const idToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const blackedOut = '••••••'
/** Characters of a text that are shown. */
const longest = 96

/** An empty log that tells time by `now`, in milliseconds. */
export function createWireLog(now: () => number, basePath: string): WireLog {
  let entries: { -readonly [K in keyof WireEntry]: WireEntry[K] }[] = []
  let count = 0
  const payloads = createPayloads()

  const enter = async (leg: WireEntry['leg'], request: Request): Promise<(typeof entries)[number]> => {
    const text = request.body === null ? '' : await request.clone().text()
    const { pathname, search } = new URL(request.url)
    const path = (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname).replace(
      secretInPath,
      `$1${blackedOut}`,
    )
    count += 1
    const stamped = payloads.stampedBy(request)
    const entry = {
      number: count,
      at: now(),
      leg,
      method: request.method,
      path: path + search,
      headers: headersOf(request.headers),
      ...(text === '' ? {} : { body: bodyOf(text) }),
      ...(stamped === undefined ? {} : { stamped: withoutSecrets(stamped) }),
    }
    entries = [...entries.slice(1 - limit), entry]
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
      }
    },
    all: () => entries.map((entry) => ({ ...entry })),
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

/** A body without codes and tokens; what is no JSON is not shown at all, since nothing in it can be told apart. */
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
