/** Writes the `curl` command for a call. @module */

/** A call with the values to send. */
export interface SampleCall {
  readonly method: string
  /** The full URL, with the query. */
  readonly url: string
  /** The authentication of the call: the API token, an agent's access token, or none. */
  readonly auth: 'basic' | 'bearer' | 'none'
  /** The id of the API token. Default: the shell variable `SERVICE_TOKEN_ID`. */
  readonly tokenId?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The body as JSON. */
  readonly body?: string
  /** The fields of a form. The value of a file field is `@` followed by the file name. */
  readonly form?: readonly (readonly [name: string, value: string])[]
}

/**
 * Returns the `curl` command for a call. The command contains shell variables instead of secrets.
 *
 * @example
 * curlLine({ method: 'GET', url: 'http://127.0.0.1:4010/2025-10-13/customers', auth: 'basic' })
 */
export function curlLine({ method, url, auth, tokenId, headers = [], body, form = [] }: SampleCall): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  const id = tokenId?.replace(/["$`\\]/g, '\\$&') ?? '$SERVICE_TOKEN_ID'
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(auth === 'basic' ? [`-u "${id}:$SERVICE_SECRET"`] : []),
    ...(auth === 'bearer' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}
