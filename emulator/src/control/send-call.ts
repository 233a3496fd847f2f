/**
 * Sends a call to the service with the emulator's own API token, so that the page does not need the client secret.
 * @module
 */
import { apiVersion, utf8 } from 'embedded-wallet-auth/wire'
import { invalidInput } from '../handler/api-error.js'
import type { ApiToken } from '../state/api-tokens.js'
import type { WantedCall } from './bodies.js'
import type { Controls } from './controls.js'

/** The service's answer to a call, or `cut` if a fault broke the connection. */
export type SentAnswer =
  | {
      readonly status: number
      /** How long the call took, in milliseconds on the emulator's clock. */
      readonly duration: number
      readonly headers: Readonly<Record<string, string>>
      /** The parsed JSON, or the text if it is not JSON. `undefined` for an empty body. */
      readonly body: unknown
    }
  | { readonly status: 'cut'; readonly duration: number }

/**
 * Sends a call. The call is logged, and a queued fault can apply to it. An `Authorization` header in `headers` replaces
 * the emulator's token. Throws 400 for a `GET` with a body.
 */
export async function sendCall(
  { callService, apiToken, clock }: Controls,
  { method, path, headers: given, body }: WantedCall,
  origin: string,
): Promise<SentAnswer> {
  const headers = new Headers(given)
  if (!headers.has('authorization')) {
    headers.set('Authorization', basic(apiToken))
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (method === 'GET' && body !== undefined) throw invalidInput('A GET request cannot have a body.', 'body')
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const since = clock.now()
  try {
    const answer = await callService(`${origin}/${apiVersion}${path}`, init)
    const text = await answer.text()
    return {
      status: answer.status,
      duration: Math.max(0, clock.now() - since),
      headers: Object.fromEntries(answer.headers),
      body: text === '' ? undefined : jsonOr(text),
    }
  } catch (error) {
    if (!isCut(error)) throw error
    return { status: 'cut', duration: Math.max(0, clock.now() - since) }
  }
}

const basic = ({ tokenId, clientSecret }: ApiToken): string =>
  `Basic ${btoa(String.fromCharCode(...utf8(`${tokenId}:${clientSecret}`)))}`

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECTION_CUT'
