/** A line for each request. @module */
import type { Terminal } from './terminal.js'

/** A handler, as it is served. */
export type Handler = (request: Request) => Response | Promise<Response>

/** The handler, with a line printed for each request it answers, or whose connection it cuts. */
export function withRequestLines(handler: Handler, { print, colours = 'plain' }: Terminal): Handler {
  const paint = painters[colours]
  return async (request) => {
    const started = performance.now()
    const line = (outcome: string, colour: Colour): void => {
      const time = new Date().toLocaleTimeString('sv-SE')
      const milliseconds = Math.round(performance.now() - started)
      const { method } = request
      print(
        `${paint(time, 'grey')} ${method} ${pathOf(request)} ${paint(outcome, colour)} ${milliseconds} ms`,
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

/** Secrets travel in headers and bodies, which are not written, and in two places of a path, which are left out. */
const pathOf = ({ url }: Request): string =>
  new URL(url).pathname.replace(/\/(device-codes|invitations)\/[^/]+/, '/$1/…')

/** The code of an error body. */
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

type Colour = keyof typeof ansi

const ansi = { grey: 90, green: 32, yellow: 33, red: 31 } as const

const colourOf = (status: number): Colour => (status < 400 ? 'green' : status < 500 ? 'yellow' : 'red')

const painters: Readonly<Record<'plain' | 'ansi', (text: string, colour: Colour) => string>> = {
  plain: (text) => text,
  ansi: (text, colour) => `\u001b[${ansi[colour]}m${text}\u001b[0m`,
}
