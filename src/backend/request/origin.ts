/** Checks the form of origins, and the origin of each request. CORS is not supported. @module */
import { refusalAnswer } from '../answer.js'
import { Refusal } from '../refusal.js'

/** Returns the origin unchanged. Throws a `TypeError` if the text is not an origin, for example if it has a path. */
export function checkedOrigin(origin: string, option: string = 'origins'): string {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new TypeError(
      `${option} must be a list of origins such as https://app.example.com, without a path.`,
    )
  }
  return origin
}

/**
 * Throws 403 if the header `Origin` names an origin that is not listed, or if `Sec-Fetch-Site` is not `same-origin`. A
 * request without these headers is accepted, because clients other than browsers usually send neither.
 */
export function checkOrigin(headers: Headers, origins: readonly string[]): void {
  const refusal = foreignOrigin(headers, origins)
  if (refusal) throw refusal
}

/**
 * The check of `createBackend` for your own routes: returns the 403 for a request that a page of another origin sent,
 * and `undefined` for one that may be answered. A browser sends your login cookie with requests of other sites, too, so
 * call this before the route reads the cookie.
 *
 * A request is refused if its header `Origin` names an origin that is not listed, or if its `Sec-Fetch-Site` is not
 * `same-origin`. That includes an address that was typed into the browser, so do not use it for pages. A request
 * without these headers is accepted, because clients other than browsers usually send neither: it says where a request
 * comes from, and not who sends it.
 *
 * The response has the shape of the service's errors, with the code `FORBIDDEN`. Throws a `TypeError` if `origins` is
 * not a list of origins.
 *
 * @example
 * export const POST = async (request) =>
 *   originRefusal(request, ['https://app.example.com']) ?? Response.json(await createQuote(request))
 */
export function originRefusal(
  request: Pick<Request, 'headers'>,
  origins: readonly string[],
): Response | undefined {
  const refusal = foreignOrigin(
    request.headers,
    origins.map((each) => checkedOrigin(each)),
  )
  return refusal && refusalAnswer(refusal)
}

function foreignOrigin(headers: Headers, origins: readonly string[]): Refusal | undefined {
  const origin = headers.get('Origin')
  if (origin !== null && !origins.includes(origin)) {
    return new Refusal('FORBIDDEN', 'The origin of this page is not in `origins` of the backend.')
  }
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin') {
    return new Refusal('FORBIDDEN', 'Only requests from the same origin are allowed.')
  }
  return undefined
}
