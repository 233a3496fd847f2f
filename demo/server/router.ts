/** Routes the demo's own calls by method and path. Answers only pages of its own origins. @module */
import { Refused, refusalOf } from './answer.js'

/** The values of a path's names in braces, by name. */
export type PathParts = Readonly<Record<string, string>>

/** The handlers, by method and path, such as `GET /demo/me` or `DELETE /demo/agents/{agentId}`. */
export type Routes = Readonly<
  Record<string, (request: Request, parts: PathParts) => Response | Promise<Response>>
>

/** Makes the handler for a table of calls. It never rejects. */
export function createDemoRouter(
  routes: Routes,
  origins: readonly string[],
): (request: Request) => Promise<Response> {
  const table = Object.entries(routes).map(([call, route]) => ({ pattern: patternOf(call), route }))
  return async (request) => {
    try {
      refuseStrangers(request, origins)
      const asked = `${request.method} ${new URL(request.url).pathname}`
      for (const { pattern, route } of table) {
        const match = pattern.exec(asked)
        if (match) return await route(request, { ...match.groups })
      }
      throw new Refused(404, 'NOT_FOUND', 'There is no such call.')
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/** A name in braces matches only an id. A path that would need decoding matches no call. */
const patternOf = (call: string): RegExp => new RegExp(`^${call.replace(/\{(\w+)\}/g, '(?<$1>[\\w:-]+)')}$`)

/**
 * Refuses requests from other origins. The cookie is already `SameSite=Strict`; this is a second, independent check.
 */
function refuseStrangers({ headers }: Request, origins: readonly string[]): void {
  const origin = headers.get('Origin')
  const site = headers.get('Sec-Fetch-Site')
  if (
    (origin !== null && !origins.includes(origin)) ||
    (site !== null && !['same-origin', 'none'].includes(site))
  )
    throw new Refused(403, 'FORBIDDEN', 'This call is only for pages of this origin.')
}
