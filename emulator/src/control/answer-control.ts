/**
 * Handles the HTTP calls that read and control the emulator. The emulator's page makes these calls, and tests in any
 * language can make them.
 * @module
 */
import { ApiError, errorResponse, invalidInput, notFound } from '../handler/api-error.js'
import { isLoopback } from '../handler/loopback.js'
import { refuseUnknown } from '../server/query-names.js'
import { jsonBody, readBody } from '../server/request-body.js'
import type { Controls } from './controls.js'
import { controlQueries, rows } from './rows.js'

/** The prefix of all control paths. */
export const controlPath = '/emulator/'

/**
 * Handles a call under `/emulator/`. These calls need no token. Instead, the host in the URL must be a loopback name or
 * one of `controlHosts`, which prevents DNS rebinding, and requests from pages on other origins are refused. Only
 * `/emulator/health` is answered for every host, because it reveals nothing.
 */
export async function answerControl(request: Request, controls: Controls): Promise<Response> {
  try {
    const { pathname, searchParams: query, origin } = new URL(request.url)
    if (pathname === healthPath && request.method === 'GET') return Response.json({ status: 'ok' })
    refuseForeign(request, controls.controlHosts)
    const call = `${request.method} ${pathname}`
    const row = rows[call]
    if (row === undefined) throw unknownCall(request.method, pathname)
    refuseUnknown(query, controlQueries[call] ?? [])
    const bytes = await readBody(request)
    if (bytes === undefined) throw new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.')
    const body = jsonBody(bytes, request.headers.get('content-type'))
    const answer = await row(controls, { body, query, origin })
    const headers = { 'Cache-Control': 'no-store' }
    return answer.status === 204
      ? new Response(null, { status: 204, headers })
      : Response.json(answer.body, { status: answer.status, headers })
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error)
    if (error instanceof RangeError) return errorResponse(invalidInput(error.message))
    throw error
  }
}

/** The path that answers whether the emulator runs, to anyone. */
const healthPath = `${controlPath}health`

function refuseForeign(request: Request, controlHosts: readonly string[]): void {
  const { hostname, origin } = new URL(request.url)
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isOwnPage = (from === null || from === origin) && (site === null || /^(same-origin|none)$/.test(site))
  if (!(isLoopback(hostname) || controlHosts.includes(hostname)) || !isOwnPage) {
    const rule =
      'The emulator can be controlled only under a name of this machine, or one of --allow-host, and not by pages on other origins.'
    throw new ApiError(403, 'FORBIDDEN', rule)
  }
}

function unknownCall(method: string, pathname: string): ApiError {
  const methods = Object.keys(rows)
    .filter((row) => row.endsWith(` ${pathname}`))
    .map((row) => row.split(' ')[0])
  if (methods.length === 0) return notFound('path')
  const headers = { Allow: methods.join(', ') }
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `${method} is not allowed for this path.`, { headers })
}
