/** Makes a command line for a call. @module */

/** A call with its values. */
export interface SampleCall {
  readonly method: string
  /** The address with its query. */
  readonly url: string
  /** What authenticates the call: the API token, an agent's access token, or nothing. */
  readonly auth: 'basic' | 'bearer' | 'none'
  /** The id of the API token. Default: the variable `TOKEN_ID` of the shell. */
  readonly tokenId?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The body as JSON. */
  readonly body?: string
  /** The fields of a form. The value of a file is its name after an `@`. */
  readonly form?: readonly (readonly [name: string, value: string])[]
}

/**
 * Returns the `curl` command for a call. The secret is a variable of the shell.
 *
 * @example
 * curlLine({ method: 'GET', url: 'http://127.0.0.1:4010/2025-10-13/customers', auth: 'basic' })
 */
export function curlLine({ method, url, auth, tokenId, headers = [], body, form = [] }: SampleCall): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  const id = tokenId?.replace(/["$`\\]/g, '\\$&') ?? '$TOKEN_ID'
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(auth === 'basic' ? [`-u "${id}:$CLIENT_SECRET"`] : []),
    ...(auth === 'bearer' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}
