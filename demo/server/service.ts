/** The platform's own calls to the service, with the API secret. @module */
import { Refused } from './answer.js'

/** Calls the service. `path` is relative to the base URL. Rejects if the service refuses. */
export type CallService = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>

/** The service's address, and the platform's credentials. */
export interface ServiceAccess extends ServiceAddress {
  readonly tokenId: string
  readonly clientSecret: string
}

/** The address of the service. */
export interface ServiceAddress {
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** Returns a function that calls the service with the platform's credentials, for calls that need no stamp. */
export const createServiceCalls = ({ tokenId, clientSecret, ...address }: ServiceAccess): CallService =>
  callsWith(address, `Basic ${btoa(`${tokenId}:${clientSecret}`)}`)

/** Returns a function that calls the service with an `Authorization` header, or without one. */
export function callsWith({ baseUrl, fetch }: ServiceAddress, authorization?: string): CallService {
  return async (method, path, body) => {
    const response = await fetch(
      new Request(baseUrl + path, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(authorization === undefined ? {} : { Authorization: authorization }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    ).catch(() => {
      throw new Refused(502, 'UPSTREAM_UNREACHABLE', 'The service could not be reached.')
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { code, message } = refusalIn(answer)
    throw new Refused(response.status, code, message)
  }
}

function refusalIn(answer: unknown): { readonly code: string; readonly message: string } {
  const fields: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const text = (name: string, otherwise: string): string => {
    const value = fields[name]
    return typeof value === 'string' ? value : otherwise
  }
  return { code: text('code', 'UPSTREAM_ERROR'), message: text('message', 'The service refused.') }
}
