/** Sends requests to a backend, for the checks of its answers. @module */
import { readAtMost } from '../wire/read-at-most.js'
import { parseJson } from '../wire/schema.js'

/** How long to wait for an answer, in milliseconds. */
const answerWait = 10_000

/** The largest answer that is read, in bytes. */
const longest = 1_048_576

/** What a backend answered. */
export interface BackendAnswer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; `undefined` if it is not JSON, or too large. */
  readonly body: unknown
  readonly code: string | undefined
  /** When the answer arrived, by the clock of this machine. */
  readonly at: number
}

/**
 * Sends one request. Resolves with `undefined` if no answer arrives, for example because the server closed the
 * connection while it received a large body.
 */
export async function answerTo(address: string, init?: RequestInit): Promise<BackendAnswer | undefined> {
  try {
    const signal = AbortSignal.timeout(answerWait)
    const response = await fetch(address, { ...init, redirect: 'manual', signal })
    const bytes = await readAtMost(response.body, longest).catch(() => undefined)
    const body = parseJson(new TextDecoder().decode(bytes))
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
    const { status, headers } = response
    return { status, headers, body, code: typeof code === 'string' ? code : undefined, at: Date.now() }
  } catch {
    return undefined
  }
}

/** Returns how a finding shows an answer, such as `403 FORBIDDEN`. */
export const shown = ({ status, code = '' }: BackendAnswer): string => `${status} ${code}`.trim()
