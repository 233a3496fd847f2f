/** Handles requests for the emulator's page, for the page's files and for the OpenAPI document. @module */
import { apiVersion } from 'embedded-wallet-auth/wire'
import { ApiError, errorResponse, notFound } from '../handler/api-error.js'
import type { SystemRoutes } from '../handler/bind-route.js'
import { isLoopback } from '../handler/loopback.js'

const basePath = `/${apiVersion}`

/**
 * Whether a request is for the page, one of its files, or the OpenAPI document. The document is also available under
 * the base path of the calls, for programs that know only the base URL.
 */
export const isForPage = ({ method, url }: Request): boolean =>
  /^(GET|HEAD)$/.test(method) && /^\/(openapi\.json|openapi\/.*)?$/.test(pathOf(url))

const pathOf = (url: string): string => {
  const { pathname } = new URL(url)
  return pathname === `${basePath}/openapi.json` ? '/openapi.json' : pathname
}

/** Creates the function that answers the requests for which {@link isForPage} is true. */
export function createPage(
  routes: () => readonly SystemRoutes[],
  controlHosts: readonly string[] = [],
): (request: Request) => Promise<Response> {
  let shown: readonly SystemRoutes[] = []
  let entries: SystemRoutes = []
  return async ({ method, url }) => {
    const { origin, hostname } = new URL(url)
    const path = pathOf(url)
    try {
      // The module is imported on demand, because it is large.
      const { describe } = await import('./answers.js')
      const asked = {
        path,
        baseUrl: `${origin}${basePath}`,
        isLocal: isLoopback(hostname) || controlHosts.includes(hostname),
      }
      // The schemas are converted once for each array of entries, so it stays the same while the routes do.
      if (shown !== routes()) [shown, entries] = [routes(), routes().flat()]
      const answer = describe(entries, asked)
      if (!answer) throw notFound('path')
      return method === 'HEAD' ? new Response(null, answer) : answer
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(error)
      throw error
    }
  }
}
