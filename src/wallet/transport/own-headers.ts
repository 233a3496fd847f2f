/** The platform's own headers, which are added to each call to its backend. @module */
import { TransportError } from '../../errors.js'
import type { HeaderNames } from '../../wire/headers.js'

/**
 * Headers by name, or a function that returns them. A function is called for each request, and so can return a token that
 * changes.
 *
 * @example
 * createWallet({ accountId, backend: '/wallet', headers: () => ({ 'X-CSRF-Token': csrfToken() }) })
 */
export type OwnHeaders = RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>)

/** Headers by name. */
export type RequestHeaders = Readonly<Record<string, string>>

/**
 * The headers for one request.
 *
 * @throws TransportError `HEADERS_FAILED` if the function throws; TypeError for what cannot be sent, or is the interface's
 */
export async function ownHeaders(given: OwnHeaders = {}, names: HeaderNames): Promise<RequestHeaders> {
  const wrong = Object.values(names).find((name: string) => !isSendable(name, ''))
  if (wrong !== undefined)
    throw new TypeError(
      `\`headerNames\` has ${JSON.stringify(wrong)}, which is not a name that a header can have.`,
    )
  const headers: unknown = typeof given === 'function' ? await called(given) : given
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('`headers` must be an object, or a function that returns one.')
  const taken = new Set(
    ['Accept', 'Content-Type', ...Object.values(names)].map((name: string) => name.toLowerCase()),
  )
  const entries = Object.entries(headers)
  for (const [name, value] of entries) {
    if (taken.has(name.toLowerCase()))
      throw new TypeError(`\`headers\` must not have ${name}: the library sends it.`)
    if (typeof value !== 'string' || !isSendable(name, value))
      throw new TypeError(`\`headers\` has ${JSON.stringify(name)}, whose name or value no header can have.`)
  }
  return Object.fromEntries(entries)
}

async function called(headers: Exclude<OwnHeaders, RequestHeaders>): Promise<unknown> {
  try {
    return await headers()
  } catch (cause) {
    throw new TransportError('HEADERS_FAILED', 'The option `headers` threw: nothing was sent.', { cause })
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
