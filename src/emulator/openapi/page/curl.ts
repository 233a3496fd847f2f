/** Makes a command line for a call, which a reader can copy. @module */
import { exampleOf } from '../example.js'
import type { OperationObject } from '../operation.js'
import type { SchemaObject } from '../schema-object.js'

/** A call, with its method and its path in the document. */
export interface PlacedCall {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Returns the `curl` command for a call, with example values for everything that is required. */
export function curlOf(
  { method, path, operation }: PlacedCall,
  baseUrl: string,
  components: Readonly<Record<string, SchemaObject>>,
): string {
  const { parameters = [], requestBody } = operation
  const sample = (name: string, schema: SchemaObject): string =>
    encodeURIComponent(String(exampleOf(schema, components, name))).replaceAll('%3A', ':')
  let address = path
  const query: string[] = []
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path') address = address.replace(`{${name}}`, sample(name, schema))
    else if (place === 'query' && required) query.push(`${name}=${sample(name, schema)}`)
  }
  const url = `${baseUrl}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...authorization(operation),
    ...bodyOf(requestBody, components),
  ].join(' \\\n  ')
}

function authorization({ security }: OperationObject): string[] {
  if (security.some((way) => 'basic' in way)) return ['-u "$TOKEN_ID:$CLIENT_SECRET"']
  return security.some((way) => 'bearer' in way) ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []
}

function bodyOf(
  body: OperationObject['requestBody'],
  components: Readonly<Record<string, SchemaObject>>,
): string[] {
  const form = body?.content?.['multipart/form-data']
  if (form) {
    const { properties = {}, required = [] } = form.schema
    return Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, schema]) =>
        schema.format === 'binary'
          ? `-F ${quoted(`${name}=@${name}`)}`
          : `-F ${quoted(`${name}=${String(exampleOf(schema, components, name))}`)}`,
      )
  }
  const examples = Object.values(body?.content?.['application/json']?.examples ?? {}).map(({ value }) =>
    JSON.stringify(value, null, 2),
  )
  const [shortest] = examples.sort((a, b) => a.length - b.length)
  if (shortest === undefined || body?.required === false) return []
  return ["-H 'Content-Type: application/json'", `-d ${quoted(shortest)}`]
}

/** Quotes a string for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
