/** The platform's own headers, which are added to each request to the platform's backend. @module */
import { TransportError } from '../../errors.js'
import { pageHeaderNames, paymentProofHeader } from '../../wire/headers.js'

/**
 * Headers by name, or a function that returns them. The function is called for each request, so it can return a token
 * that changes.
 *
 * @example
 * createWallet({ accountId, backend: '/wallet', headers: () => ({ 'X-CSRF-Token': csrfToken() }) })
 */
export type OwnHeaders = RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>)

/** Headers by name. */
export type RequestHeaders = Readonly<Record<string, string>>

/**
 * Resolves with the headers for one request.
 *
 * @throws TransportError `HEADERS_FAILED` if the function throws; TypeError for a header that cannot be sent or that
 * the library sends itself
 */
export async function ownHeaders(given: OwnHeaders = {}): Promise<RequestHeaders> {
  const headers: unknown = typeof given === 'function' ? await callHeaders(given) : given
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('`headers` must be an object, or a function that returns one.')
  const taken = ['Accept', 'Content-Type', paymentProofHeader, ...Object.values(pageHeaderNames)].map(
    (name) => name.toLowerCase(),
  )
  const entries = Object.entries(headers)
  for (const [name, value] of entries) {
    if (taken.includes(name.toLowerCase()))
      throw new TypeError(`\`headers\` must not contain ${name}, which the library sends itself.`)
    if (typeof value !== 'string' || !isSendable(name, value))
      throw new TypeError(`\`headers\` has ${JSON.stringify(name)}, whose name or value is invalid.`)
  }
  return Object.fromEntries(entries)
}

async function callHeaders(headers: Exclude<OwnHeaders, RequestHeaders>): Promise<unknown> {
  try {
    return await headers()
  } catch (cause) {
    throw new TransportError('HEADERS_FAILED', 'The option `headers` threw. Nothing was sent.', {
      cause,
    })
  }
}

function isSendable(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
