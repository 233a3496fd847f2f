/** Reads answers and webhooks: `null` for an optional field counts as absent in all of them. @module */
import * as v from 'valibot'
import { type Parsed, parse, type Schema } from './schema.js'

/** The properties of a schema that this file reads. */
interface Node {
  readonly type: string
  /** The fields of an object. */
  readonly entries?: Readonly<Record<string, Node>>
  /** The variants of a union. */
  readonly options?: readonly unknown[]
  /** The items of an array. */
  readonly item?: Node
  /** The values of a record. */
  readonly value?: Node
  /** What an optional or nullable schema accepts. */
  readonly wrapped?: Node
}

/**
 * Parses what the service sent. For a field without a value, the service may send `null` or leave the field out, so an
 * optional field that is `null` is left out before the schema sees it, at every depth. This is done here and not in the
 * schemas, so that it cannot be forgotten in one of them. What a caller or a page sends is parsed with `parse`, to
 * which `null` is a value.
 *
 * @example
 * const parsed = parseAnswer(Quote, await response.json())
 */
export function parseAnswer<T>(schema: Schema<T>, input: unknown): Parsed<T> {
  return parse(schema, withoutNulls([schema], input))
}

/** Returns a copy of `value` without the optional fields that are `null`. `schemas` are the alternatives for it. */
function withoutNulls(schemas: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const nodes = schemas.flatMap(alternatives)
  // What no schema describes stays as it is. It may also be nested too deeply for a recursive function.
  if (nodes.length === 0) return value
  if (Array.isArray(value)) {
    const items = nodes.flatMap(({ item }) => item ?? [])
    return items.length === 0 ? value : Array.from(value, (each) => withoutNulls(items, each))
  }
  // `Object.fromEntries` keeps a key such as `__proto__` an ordinary key.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const fields = nodes.flatMap((node) => fieldsNamed(key, node))
      if (member === null && mayBeLeftOut(fields)) return []
      return [[key, withoutNulls(fields, member)]]
    }),
  )
}

/** The schemas of the values themselves: those inside optional and nullable schemas and unions. */
function alternatives(schema: unknown): readonly Node[] {
  if (!isNode(schema)) return []
  if (schema.wrapped) return alternatives(schema.wrapped)
  if (schema.type === 'union' || schema.type === 'variant')
    return (schema.options ?? []).flatMap(alternatives)
  return [schema]
}

const isNode = (schema: unknown): schema is Node =>
  typeof schema === 'object' && schema !== null && 'type' in schema

const own = (key: string, { entries }: Node): readonly Node[] => {
  const entry = entries && Object.hasOwn(entries, key) ? entries[key] : undefined
  return entry ? [entry] : []
}

const fieldsNamed = (key: string, node: Node): readonly Node[] =>
  node.value ? [{ type: 'exact_optional', wrapped: node.value }] : own(key, node)

/** Whether a field may be absent, and `null` is not a value of its own to one of the alternatives that require it. */
function mayBeLeftOut(fields: readonly Node[]): boolean {
  const required = fields.filter(({ type }) => !optionalTypes.has(type))
  return fields.length > required.length && !required.some(acceptsNull)
}

const optionalTypes: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'nullish'])

// A schema of the validation library is an object with these properties.
const acceptsNull = (node: Node): boolean => v.is(node as unknown as Schema<unknown>, null)
