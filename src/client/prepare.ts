/** Checks the inputs of a call and turns them into the path, query and body of its request. @module */
import { fillPath } from '../wire/address.js'
import { canonicalId, type IdType } from '../wire/ids.js'
import type { AnyRoute } from '../wire/route.js'
import { fieldsOf, parse, type Schema } from '../wire/schema.js'

/** The path, query and body of a call's request. */
export interface Prepared {
  /** The path and the query. */
  readonly target: string
  /** Serialized once, so that every attempt sends the same body. */
  readonly body: string | FormData | undefined
}

type Inputs = Readonly<Record<string, unknown>>

/**
 * Checks the inputs of a call and splits them into path, query and body. Throws a `TypeError` that names the fields
 * that are unknown, missing or malformed.
 */
export function prepare(row: AnyRoute, given: unknown = {}): Prepared {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${row.operation} needs one object with its inputs.`)
  }
  const inputs: Inputs = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const fields = bodyFields(row.body)
  const outside = { ...row.params, ...row.pathText, ...row.query, ...row.filters, ...row.repeatedQuery }
  for (const name of Object.keys(inputs)) {
    if (!Object.hasOwn(outside, name) && !fields.has(name))
      throw new TypeError(`${row.operation} does not accept the input \`${name}\`.`)
  }
  const search = searchOf(row, inputs)
  return { target: pathOf(row, inputs) + (search && `?${search}`), body: bodyOf(row, inputs, fields) }
}

function pathOf(row: AnyRoute, inputs: Inputs): string {
  return fillPath(row.path, (name) => {
    const type = row.params?.[name]
    const text =
      type === undefined
        ? textOf(row.operation, name, row.pathText?.[name], inputs[name])
        : idOf(row.operation, name, type, inputs[name])
    // `.` and `..` would be resolved in the URL, so the request would go to another path.
    if (text === '.' || text === '..')
      throw new TypeError(`\`${name}\` of ${row.operation} must not be a dot segment.`)
    return type === undefined ? encodeURIComponent(text) : text
  })
}

function searchOf(row: AnyRoute, inputs: Inputs): string {
  const search = new URLSearchParams()
  for (const [name, type] of Object.entries(row.query ?? {})) {
    search.append(name, idOf(row.operation, name, type, inputs[name]))
  }
  for (const [name, schema] of Object.entries(row.filters ?? {})) {
    if (inputs[name] !== undefined) search.append(name, textOf(row.operation, name, schema, inputs[name]))
  }
  for (const [name, schema] of Object.entries(row.repeatedQuery ?? {})) {
    const values: unknown = inputs[name] ?? []
    if (!Array.isArray(values)) throw new TypeError(`\`${name}\` of ${row.operation} must be an array.`)
    for (const value of values) search.append(name, textOf(row.operation, name, schema, value))
  }
  return search.toString()
}

function idOf(operation: string, name: string, type: IdType, value: unknown): string {
  const id = typeof value === 'string' ? canonicalId(type, value) : undefined
  if (id !== undefined) return id
  throw new TypeError(`\`${name}\` of ${operation} must be an id of the form ${type}:<uuid>.`)
}

/** Checks an input for the path or query, and returns it as text. Numbers and booleans are converted to text. */
function textOf(operation: string, name: string, schema: Schema<string> | undefined, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  const parsed = schema && parse(schema, text)
  if (parsed?.ok) return parsed.value
  const expected = parsed?.issues[0]?.expected ?? 'text'
  throw new TypeError(`\`${name}\` of ${operation} is malformed: expected ${expected}.`)
}

function bodyOf(row: AnyRoute, inputs: Inputs, fields: ReadonlySet<string>): string | FormData | undefined {
  if (row.body === undefined) return undefined
  const entries = Object.entries(inputs).filter(([name]) => fields.has(name))
  const isOptional = parse(row.body, undefined).ok
  if (entries.length === 0 && isOptional) return undefined
  const body = Object.fromEntries(entries)
  const parsed = parse(row.body, body)
  if (!parsed.ok) {
    throw new TypeError(`${row.operation} was not sent: ${fieldsOf(parsed.issues)}.`)
  }
  return row.encoding === 'multipart' ? formOf(body) : JSON.stringify(body)
}

function formOf(body: Inputs): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** Returns the names of the fields in a body's schema: an object schema, or a union of object schemas. */
export const bodyFields = (schema: Schema<unknown> | undefined): ReadonlySet<string> =>
  new Set(namesIn(schema))

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('entries' in schema && typeof schema.entries === 'object') return Object.keys(schema.entries ?? {})
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.flatMap(namesIn)
  return 'wrapped' in schema ? namesIn(schema.wrapped) : []
}
