/** Answers the questions of an orchestrator whether a server lives, and whether it takes requests. @module */

/** Options of the probes. Both paths answer `GET` and `HEAD`, to any host name and to anyone. */
export interface ProbeOptions {
  /** The path that is answered with 200 for as long as the process answers. Default `/health`. */
  readonly health?: string
  /** The path that is answered with 200 if the server takes requests, and otherwise with 503. Default `/ready`. */
  readonly ready?: string
  /**
   * Whether the platform's own part is ready, such as its database. A server that is closing or has no room for another
   * request is not ready in any case. A function that throws or takes longer than 2 s says no.
   */
  readonly isReady?: () => boolean | Promise<boolean>
}

/** How long `isReady` may take, in milliseconds. */
const probeLimit = 2_000

/** Returns a function that answers a probe, and returns `undefined` for any other request. */
export function probesFor(
  options: ProbeOptions | undefined,
  takesRequests: () => boolean,
): (request: Request) => Promise<Response> | undefined {
  if (options === undefined) return () => undefined
  const { health = '/health', ready = '/ready', isReady = () => true } = options
  const askReady = async (): Promise<Response> =>
    takesRequests() && (await inPatience(isReady)) ? says(200, 'ready') : says(503, 'not ready')
  return ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const { pathname } = new URL(url)
    if (pathname === ready) return askReady()
    return pathname === health ? Promise.resolve(says(200, 'alive')) : undefined
  }
}

const says = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' },
  })

/** Resolves with what the function says; `false` if it throws or is late. */
async function inPatience(isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, probeLimit, false)
  })
  try {
    return await Promise.race([isReady(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
