/** The demo's own calls: found by method and path, answered to pages of this origin only. @module */
import { Refused, refusalOf } from './answer.js'

/** What stands in a path where the table has a name in braces. */
export type PathParts = Readonly<Record<string, string>>

/** Calls by method and path, such as `GET /demo/me` or `DELETE /demo/agents/{agentId}`. */
export type Routes = Readonly<
  Record<string, (request: Request, parts: PathParts) => Response | Promise<Response>>
>

/** The handler of a table of calls. Never rejects. */
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

/** Ids only: nothing in a path has to be decoded, and nothing that would have to be finds a call. */
const patternOf = (call: string): RegExp => new RegExp(`^${call.replace(/\{(\w+)\}/g, '(?<$1>[\\w:-]+)')}$`)

/** The cookie is strict already; a second, independent check costs two lines. */
function refuseStrangers({ headers }: Request, origins: readonly string[]): void {
  const origin = headers.get('Origin')
  const site = headers.get('Sec-Fetch-Site')
  if (
    (origin !== null && !origins.includes(origin)) ||
    (site !== null && !['same-origin', 'none'].includes(site))
  )
    throw new Refused(403, 'FORBIDDEN', 'This call is for pages of this origin.')
}
