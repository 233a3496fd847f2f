/** The OpenAPI 3.1 document, generated from the route table and its schemas. @module */
import { apiVersion, type Schema } from 'embedded-wallet-auth/wire'
import type { BoundRoute } from '../handler/bind-route.js'
import { componentWords, components as named } from './components.js'
import { jsonSchemas } from './json-schema.js'
import { type ContentObject, type Converted, type OperationObject, operationOf } from './operation.js'
import { type SchemaObject, schemaRefPrefix } from './schema-object.js'
import { systems } from './systems.js'

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly responses: Readonly<Record<string, ContentObject>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** A call that the OpenAPI document describes. */
export type Described = Pick<BoundRoute, 'route'>

const json = (description: string, schema: string): ContentObject => ({
  description,
  content: { 'application/json': { schema: { $ref: `${schemaRefPrefix}${schema}` } } },
})

/** Caches documents without their base URL, because converting the schemas is slow. */
const described = new WeakMap<readonly Described[], Omit<OpenApiDocument, 'servers'>>()

/**
 * Returns the OpenAPI document for the calls in `entries`. The document gives `baseUrl` as the URL of the server. The
 * schemas are converted only once for each `entries` array.
 *
 * @example
 * documentOf(allRoutes.flat(), 'http://127.0.0.1:4010/2025-10-13').paths['/quotes']?.post?.operationId // 'createQuote'
 */
export function documentOf(entries: readonly Described[], baseUrl: string): OpenApiDocument {
  const made = described.get(entries) ?? describe(entries)
  described.set(entries, made)
  const { openapi, info, ...rest } = made
  return { openapi, info, servers: [{ url: baseUrl }], ...rest }
}

function describe(entries: readonly Described[]): Omit<OpenApiDocument, 'servers'> {
  const converted = convert(entries)
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const system of systems) {
    for (const { route, summary } of system.routes.flat()) {
      if (!entries.some((entry) => entry.route === route)) continue
      const { method, path } = route
      const described = operationOf({ route }, { tag: system.name, summary }, converted)
      paths[path] = { ...paths[path], [method.toLowerCase()]: described }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments and embedded wallets',
      version: apiVersion,
      description:
        'The service as the emulator implements it. Amounts are integers in the smallest unit of their currency. Answers may contain fields that are not described here. A fault that was injected can answer with any status.',
    },
    tags: systems.map(({ name, words }) => ({ name, description: words })),
    paths,
    components: {
      schemas: converted.components,
      responses: {
        SignedRequestChallenge: json(
          'Sign payloadToSign, then send the same request again with the signature and the request id in headers.',
          'SignedRequestChallenge',
        ),
      },
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: "The platform's API token id and client secret.",
        },
        bearer: { type: 'http', scheme: 'bearer', description: "An agent's access token." },
      },
    },
  }
}

/**
 * Converts all schemas at once, so that each can refer to the others by name. Schemas without a name are inlined.
 */
function convert(entries: readonly Described[]): Converted {
  const schemas = new Map(Object.entries(named))
  const names = new Map([...schemas].map(([name, schema]) => [schema, name]))
  const parts = new Map<string, Schema<unknown>>()
  for (const { route } of entries) {
    const { operation, body, answer, pathText = {}, filters = {}, repeatedQuery = {} } = route
    for (const [part, schema] of Object.entries({
      ...pathText,
      ...filters,
      ...repeatedQuery,
      body,
      answer,
    })) {
      if (schema !== undefined && schema.type !== 'undefined') parts.set(`${operation} ${part}`, schema)
    }
  }
  // The schema is copied, because `key` names only this part of this call. Otherwise every other schema that contains
  // the original would refer to it as `key`.
  for (const [key, schema] of parts) if (!names.has(schema)) schemas.set(key, { ...schema })
  const all = jsonSchemas(Object.fromEntries(schemas))
  const components = Object.keys(named).map((name): [string, SchemaObject] => {
    const description = componentWords[name]
    return [name, { ...(description === undefined ? {} : { description }), ...all[name] }]
  })
  return {
    components: Object.fromEntries(components),
    of(operation, part) {
      const key = `${operation} ${part}`
      const schema = parts.get(key)
      const name = schema && names.get(schema)
      return name === undefined ? (all[key] ?? {}) : { $ref: `${schemaRefPrefix}${name}` }
    },
  }
}
