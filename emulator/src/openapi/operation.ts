/** Converts a row of the route table to an OpenAPI operation. @module */
import { type AnyRoute, defaultHeaderNames, type IdType, idPattern } from 'embedded-wallet-auth/wire'
import type { BoundRoute } from '../handler/bind-route.js'
import { examplesOf } from './example.js'
import { refusalsOf } from './refusals.js'
import { type SchemaObject, schemaRefPrefix } from './schema-object.js'

/** A parameter in a path, a query or a header. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: true
  readonly description?: string
  readonly schema: SchemaObject
}

/** The body of a request or an answer, by content type. */
export interface ContentObject {
  readonly description?: string
  readonly required?: boolean
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: SchemaObject }>>
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema: SchemaObject
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
      }
    >
  >
}

/** A call in the OpenAPI document. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: ContentObject
  readonly responses: Readonly<Record<string, ContentObject | { readonly $ref: string }>>
}

/** The converted schemas of all operations, and the named schemas. */
export interface Converted {
  /** Returns the schema of a part of an operation. `part` is `body`, `answer`, or the name of a parameter. */
  readonly of: (operation: string, part: string) => SchemaObject
  readonly components: Readonly<Record<string, SchemaObject>>
}

const schemes = { bearer: [{ bearer: [] }], none: [], platform: [{ basic: [] }] } as const

const header = {
  signature: {
    name: defaultHeaderNames.walletSignature,
    in: 'header',
    schema: { type: 'string' },
  },
  requestId: {
    name: defaultHeaderNames.requestId,
    in: 'header',
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  idempotencyKey: {
    name: defaultHeaderNames.idempotencyKey,
    in: 'header',
    description: 'A call that repeats a key gets the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const

/** Returns the OpenAPI operation for a row of the route table. `tag` is the name of the call's group. */
export function operationOf(
  { route }: Pick<BoundRoute, 'route'>,
  { tag, summary }: { readonly tag: string; readonly summary: string },
  converted: Converted,
): OperationObject {
  const parameters = [
    ...pathParameters(route, converted),
    ...queryParameters(route, converted),
    ...headerParameters(route),
  ]
  return {
    operationId: route.operation,
    tags: [tag],
    summary,
    security: schemes[route.auth ?? 'platform'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route, converted) } : {}),
    responses: responses(route, converted),
  }
}

/** Returns the schema of an id. */
export const idSchema = (type: IdType): SchemaObject => ({
  type: 'string',
  pattern: idPattern(type).source.replaceAll('[0-9a-f]', '[0-9a-fA-F]'),
})

function pathParameters({ operation, path, params = {} }: AnyRoute, { of }: Converted): ParameterObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const type = params[name]
    return { name, in: 'path', required: true, schema: type ? idSchema(type) : of(operation, name) }
  })
}

function queryParameters(route: AnyRoute, { of }: Converted): ParameterObject[] {
  const { operation, query = {}, filters = {}, repeatedQuery = {} } = route
  return [
    ...Object.entries(query).map(
      ([name, type]): ParameterObject => ({ name, in: 'query', required: true, schema: idSchema(type) }),
    ),
    ...Object.keys(filters).map(
      (name): ParameterObject => ({ name, in: 'query', schema: queryValue(of(operation, name)) }),
    ),
    ...Object.keys(repeatedQuery).map(
      (name): ParameterObject => ({
        name,
        in: 'query',
        description: 'This parameter may be repeated.',
        schema: { type: 'array', items: of(operation, name) },
      }),
    ),
  ]
}

const ofRetry = 'On the retry: the requestId of the challenge.'
const ofPasskeyToo = 'For a PASSKEY, and on the retry: the requestId of the challenge.'

function headerParameters({ signed, echoesRequestId, idempotent }: AnyRoute): ParameterObject[] {
  const stamp =
    signed === 'retry'
      ? 'On the retry: the signature of payloadToSign.'
      : "If the source is an embedded wallet: the signature of the quote's payloadToSign."
  return [
    ...(signed ? [{ ...header.signature, description: stamp }] : []),
    ...(signed === 'retry'
      ? [{ ...header.requestId, description: echoesRequestId ? ofPasskeyToo : ofRetry }]
      : []),
    ...(idempotent ? [header.idempotencyKey] : []),
  ]
}

function requestBody({ operation, body, encoding }: AnyRoute, converted: Converted): ContentObject {
  const schema = converted.of(operation, 'body')
  const content =
    encoding === 'multipart'
      ? { 'multipart/form-data': { schema } }
      : { 'application/json': { schema, examples: examplesOf(schema, converted.components) } }
  // Only the schema of an optional body has the type `optional`.
  return { required: body?.type !== 'optional', content }
}

function responses(route: AnyRoute, { of }: Converted): OperationObject['responses'] {
  const { operation, status = 200, answer, signed } = route
  const done: ContentObject =
    answer.type === 'undefined'
      ? { description: 'Done.' }
      : { description: 'Done.', content: { 'application/json': { schema: of(operation, 'answer') } } }
  return {
    [status]: done,
    ...(signed === 'retry' ? { 202: { $ref: '#/components/responses/SignedRequestChallenge' } } : {}),
    ...refusals(route),
  }
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before sending the call again.',
    schema: { type: 'integer', minimum: 0 },
  },
}

/** Returns the error answers of a call, one for each status, with its codes. */
function refusals(route: AnyRoute): Readonly<Record<string, ContentObject>> {
  const answers = [...refusalsOf(route)].map(([status, codes]): [string, ContentObject] => {
    const schema: SchemaObject = {
      allOf: [{ $ref: `${schemaRefPrefix}Error` }, { properties: { code: { enum: codes } } }],
    }
    return [
      String(status),
      {
        description: `${status < 500 ? 'Refused' : 'Failed'}: ${codes.join(', ')}.`,
        ...(status === 429 ? { headers: retryAfter } : {}),
        content: { 'application/json': { schema } },
      },
    ]
  })
  return Object.fromEntries(answers)
}

/** The schemas of numeric query parameters, by the pattern of the text that is sent. */
const numbers: Readonly<Record<string, SchemaObject>> = {
  '^([1-9]\\d?|100)$': { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  '^\\d{1,16}$': { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
}

/** Returns the schema of a query parameter's value. `text` is the schema of the text that is sent. */
function queryValue(text: SchemaObject): SchemaObject {
  if (text.enum?.join() === 'true,false') return { type: 'boolean' }
  const number = numbers[text.pattern ?? '']
  return number ? { ...number, ...('default' in text ? { default: text.default } : {}) } : text
}
