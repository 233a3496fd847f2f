/** Prints a line for each request. @module */
import { type Colour, paint, type Terminal } from 'embedded-wallet-auth/cli'

/** A web-standard handler. */
export type Handler = (request: Request) => Response | Promise<Response>

/**
 * Wraps a handler so that a line is printed for each request, whether the handler answers it or cuts its connection.
 * Requests that only read data of the emulator itself are not printed.
 */
export function withRequestLines(handler: Handler, { print, colours = 'plain' }: Terminal): Handler {
  return async (request) => {
    if (isLook(request)) return handler(request)
    const started = performance.now()
    const line = (outcome: string, colour: Colour): void => {
      const time = new Date().toLocaleTimeString('sv-SE')
      const milliseconds = Math.round(performance.now() - started)
      const { method } = request
      print(
        `${paint(time, 'grey', colours)} ${method} ${pathOf(request)} ${paint(outcome, colour, colours)} ${milliseconds} ms`,
      )
    }
    try {
      const response = await handler(request)
      const { status } = response
      line([status, ...(await codeOf(response))].join(' '), colourOf(status))
      return response
    } catch (error) {
      line('cut', 'red')
      throw error
    }
  }
}

/** Whether a request only reads data of the emulator itself, as the emulator's own page does every second. */
const isLook = ({ method, url }: Request): boolean =>
  method === 'GET' && /^\/(emulator|openapi)\//.test(new URL(url).pathname)

/**
 * Returns the path. Device codes and invitation codes in it are hidden, because they are secrets. Other secrets are in
 * headers and bodies, which are not printed.
 */
const pathOf = ({ url }: Request): string =>
  new URL(url).pathname.replace(/\/(device-codes|invitations)\/[^/]+/, '/$1/…')

/** Returns the error code in the body of a response as a list with one item, or an empty list if there is no code. */
async function codeOf(response: Response): Promise<readonly string[]> {
  if (response.status < 400) return []
  try {
    const body: unknown = await response.clone().json()
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
    return typeof code === 'string' && /^\w{1,64}$/.test(code) ? [code] : []
  } catch {
    return []
  }
}

const colourOf = (status: number): Colour => (status < 400 ? 'green' : status < 500 ? 'yellow' : 'red')
