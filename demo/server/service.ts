/** The platform's own calls to the service: with the API secret, and never on a page's word alone. @module */
import { Refused } from './answer.js'

/** One call: path below the base address, and a body where there is one. Rejects with what the service refused. */
export type CallService = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>

/** Where the service is and who asks. */
export interface ServiceAccess extends ServiceAddress {
  readonly tokenId: string
  readonly clientSecret: string
}

/** Where the service is. */
export interface ServiceAddress {
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** The way to the service for what needs no stamp of a person. */
export const createServiceCalls = ({ tokenId, clientSecret, ...address }: ServiceAccess): CallService =>
  callsWith(address, `Basic ${btoa(`${tokenId}:${clientSecret}`)}`)

/** Calls with an `Authorization` header, or without any. */
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
