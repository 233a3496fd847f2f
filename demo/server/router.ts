/** The demo's own calls: found by method and path, answered to pages of this origin only. @module */
import { Refused, refusalOf } from './answer.js'

/** Calls by method and path, such as `GET /demo/me`. */
export type Routes = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>

/** The handler of a table of calls. Never rejects. */
export function createDemoRouter(
  routes: Routes,
  origins: readonly string[],
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      refuseStrangers(request, origins)
      const route = routes[`${request.method} ${new URL(request.url).pathname}`]
      if (route === undefined) throw new Refused(404, 'NOT_FOUND', 'There is no such call.')
      return await route(request)
    } catch (error) {
      return refusalOf(error)
    }
  }
}

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
