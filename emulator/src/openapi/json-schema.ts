/**
 * Converts the schemas in `src/wire` to JSON Schema 2020-12. Throws for a construct that cannot be converted, so that
 * nothing is silently left out.
 * @module
 */
import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { Schema } from 'embedded-wallet-auth/wire'
import { checks } from './checks.js'
import { fieldWords } from './field-words.js'
import { type SchemaObject, schemaRefPrefix } from './schema-object.js'

const config: ConversionConfig = {
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `${schemaRefPrefix}${referenceId}`,
  overrideSchema({ valibotSchema: { type }, jsonSchema }) {
    if (type === 'blob') return { type: 'string', format: 'binary' }
    if (type === 'literal') return { type: 'string', ...jsonSchema }
    return type === 'object' || type === 'loose_object' ? tidy(jsonSchema) : undefined
  },
  overrideAction({ valibotAction, jsonSchema }) {
    switch (valibotAction.type) {
      case 'regex':
        return withPattern(jsonSchema, valibotAction)
      case 'check':
        return addCheck(jsonSchema, valibotAction)
      case 'metadata':
        return withKnown(jsonSchema)
      case 'trim':
        return addKeywords(jsonSchema, { 'x-also': ['leading and trailing spaces are ignored'] })
      case 'safe_integer':
        return { ...jsonSchema, format: 'int64' }
      // Every number in JSON is finite.
      case 'finite':
        return jsonSchema
      default:
        return undefined
    }
  },
}

/**
 * Converts named schemas. Where a schema contains another named schema, the result refers to it by name.
 *
 * Throws for a kind of schema, an action or a check that cannot be converted.
 */
export function jsonSchemas(
  schemas: Readonly<Record<string, Schema<unknown>>>,
): Readonly<Record<string, SchemaObject>> {
  // The converter's type is mutable and has every keyword. Our type is read-only and has only the keywords that we use.
  return toJsonSchemaDefs(schemas, config) as Readonly<Record<string, SchemaObject>>
}

/**
 * Adds descriptions to an object's fields and drops empty keywords. If the object has no fields, the result states that
 * any fields are allowed.
 */
function tidy({ properties = {}, required = [], ...rest }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties).map(([name, field]): [string, typeof field] => {
    const description = fieldWords[name]
    if (typeof field === 'boolean' || description === undefined) return [name, field]
    return [name, { description, ...field }]
  })
  return {
    ...rest,
    ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : { additionalProperties: true }),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Lists the known values of a field. The service may add values, so any other text is valid too. */
function withKnown({ known, ...rest }: JsonSchema & { readonly known?: readonly string[] }): JsonSchema {
  if (known === undefined) return rest
  return { anyOf: [{ type: 'string', enum: [...known] }, rest] }
}

/**
 * Rewrites case-insensitive patterns, because JSON Schema has no flag `i`. Patterns without flags or with the flag `u`
 * stay unchanged.
 */
function withPattern(jsonSchema: JsonSchema, action: object): JsonSchema | undefined {
  const regex = 'requirement' in action ? action.requirement : undefined
  // `undefined` leaves the pattern to the converter, which throws for a second pattern and for flags that JSON Schema
  // lacks.
  if (!(regex instanceof RegExp) || jsonSchema.pattern !== regex.source) return undefined
  if (regex.flags === '' || regex.flags === 'u') return jsonSchema
  return regex.flags === 'i' ? { ...jsonSchema, pattern: caseless(regex.source) } : undefined
}

/**
 * Spells out both cases of the hex digits in an id's pattern, and of the scheme in a URL's pattern. An id's type prefix
 * stays case-sensitive.
 */
function caseless(source: string): string | undefined {
  if (source.startsWith('^https?:')) return source.replace('^https?:', '^[Hh][Tt][Tt][Pp][Ss]?:')
  if (/^\^[A-Za-z]+:\[0-9a-f\]/.test(source)) return source.replaceAll('[0-9a-f]', '[0-9a-fA-F]')
  throw new Error(`There is no case-insensitive form of the pattern ${source}.`)
}

function addCheck(jsonSchema: JsonSchema, action: object): JsonSchema {
  const name = 'message' in action ? String(action.message) : ''
  const check = checks[name]
  if (check === undefined) throw new Error(`The check "${name}" is not in the table of checks.`)
  const { keywords = {}, words } = check
  return addKeywords(jsonSchema, words === undefined ? keywords : { ...keywords, 'x-also': [words] })
}

/** Merges two schemas. Two lists under the same key are joined. */
function addKeywords(jsonSchema: JsonSchema, keywords: SchemaObject): JsonSchema {
  const both: Record<string, unknown> = { ...jsonSchema }
  for (const [key, value] of Object.entries(keywords)) {
    const before = both[key]
    both[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
  // All keys of `keywords` are JSON Schema keywords or begin with `x-`.
  return both as JsonSchema
}
