/** The building blocks that the schemas of all calls share. @module */
import * as v from 'valibot'
import { type CredentialType, credentialTypes, isCredentialType } from './credential-type.js'
import { canonicalId, type IdType, idPattern } from './ids.js'
import type { Unlisted } from './open-sets.js'

/** A schema that parses to a `T`. Its input is `unknown`, because everything that is parsed comes from outside. */
export type Schema<T> = v.GenericSchema<unknown, T>

/**
 * The schemas of objects. valibot reads their entries with `for … in`, so the entries must inherit nothing: a page may
 * have added members to `Object.prototype`. valibot also takes an array for an object; these schemas do not.
 */
export const object: typeof v.object = /* @__NO_SIDE_EFFECTS__ */ (entries: v.ObjectEntries) =>
  withCleanInput(v.object(Object.setPrototypeOf(entries, null)), noArray)
export const looseObject: typeof v.looseObject = /* @__NO_SIDE_EFFECTS__ */ (entries: v.ObjectEntries) =>
  withCleanInput(v.looseObject(Object.setPrototypeOf(entries, null)), noArray)

const noArray = (value: unknown): unknown => (Array.isArray(value) ? undefined : value)

/** A field that a schema refused. */
export interface FieldIssue {
  /** Dotted path of the field, such as `assertion.signature` or `data.0.id`; empty for the value itself. */
  readonly path: string
  /** The kind of value that the schema expected. It never contains the received value. */
  readonly expected: string
}

/** The parsed value, or the refused fields. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] }

/**
 * Parses a value from outside.
 *
 * @example
 * const parsed = parse(InternalAccount, await response.json())
 * if (!parsed.ok) console.warn(parsed.issues.map((issue) => issue.path))
 */
export function parse<T>(schema: Schema<T>, input: unknown): Parsed<T> {
  const result = v.safeParse(schema, input)
  if (result.success) return { ok: true, value: result.output }
  return { ok: false, issues: result.issues.flatMap((issue) => leaves(issue)) }
}

/** Parses a value from outside, and returns `undefined` if the schema refuses it. Stops at the first refused field. */
export function parsedOrNone<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T | undefined {
  const result = v.safeParse(schema, input, { abortEarly: true })
  return result.success ? result.output : undefined
}

/** Parses a JSON text. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The refused fields in one line, for an error message. */
export function fieldsOf(issues: readonly FieldIssue[]): string {
  return [
    ...new Set(issues.map(({ path, expected }) => `\`${path || 'body'}\` (${expected} expected)`)),
  ].join(', ')
}

/**
 * Returns the innermost issues of an issue. For a union, only these say which field is wrong. Their paths are relative
 * to the union, so the union's path is prepended.
 */
function leaves(issue: v.BaseIssue<unknown>, above = ''): FieldIssue[] {
  const path = [above, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.')
  if (issue.issues) return issue.issues.flatMap((inner) => leaves(inner, path))
  // The message of a check says what the check expects, such as “distinct values”.
  const kind = issue.type === 'check' ? issue.message : issue.type.replaceAll('_', ' ')
  return [{ path, expected: issue.expected ?? kind }]
}

/**
 * Returns a schema that passes a value through `clean` and parses the result with `schema`. The OpenAPI document shows
 * `schema` itself.
 */
function withCleanInput<S extends Schema<unknown>>(schema: S, clean: (value: unknown) => unknown): S {
  return {
    ...schema,
    '~run': (dataset: { readonly value: unknown }, config: v.Config<v.BaseIssue<unknown>>) =>
      schema['~run']({ value: clean(dataset.value) }, config),
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfAnotherType = (value: unknown): boolean =>
  isObject(value) &&
  'type' in value &&
  typeof value.type === 'string' &&
  /^[A-Z][A-Z0-9_]{0,63}$/.test(value.type) &&
  !isCredentialType(value.type)

/**
 * Returns the schema of a list. The schema drops items of credential types that this version does not know, instead of
 * refusing the whole list.
 */
export const listOfKnownTypes = <T>(item: Schema<T>): Schema<T[]> =>
  withCleanInput(v.array(item), (value) =>
    // Copies the array first: `filter` calls the array's `constructor`, which a value from outside may have set.
    Array.isArray(value) ? [...value].filter((each) => !isOfAnotherType(each)) : value,
  )

/** Returns a schema that drops the `type` of an object if this version does not know that credential type. */
export const withoutUnknownType = <S extends Schema<unknown>>(schema: S): S =>
  withCleanInput(schema, (value) => {
    if (!isObject(value) || !isOfAnotherType(value)) return value
    const { type: _, ...rest } = value as { readonly type: string }
    return rest
  })

/** Text of 1 to `max` characters. */
export const text = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max))

/** Text of 1 to 64 characters. Unknown values are accepted; the OpenAPI document lists the known ones. */
export const openSet = <const Known extends string>(known: readonly Known[]): Schema<Known | Unlisted> =>
  // The type assertion is the meaning of `Unlisted`: what is not in the list counts as one.
  v.pipe(text(64), v.metadata({ known })) as v.GenericSchema<unknown, string> as Schema<Known | Unlisted>

/** Adds a default value to a schema's description in the OpenAPI document. It does not change parsing. */
export const withDefault = <T>(schema: Schema<T>, value: string | number | boolean): Schema<T> =>
  v.pipe(schema, v.metadata({ default: value }))

/**
 * Whether the day that a text begins with, `YYYY-MM-DD`, exists. JavaScript engines read 30 February as a day in March.
 */
export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(0)
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The check of every date in a text, with or without a time. */
export const dateExists: v.CheckAction<string, 'a date that exists'> = v.check(
  isCalendarDay,
  'a date that exists',
)

/**
 * An ISO 8601 date and time, kept as text. The service sends UTC (Conventions). Formats that browsers cannot parse are
 * refused, and so are days that do not exist, which browsers read as other days.
 */
export const Timestamp: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp(),
  v.regex(/T.+(?:Z|[+-]\d{2}:\d{2})$/),
  dateExists,
)

/**
 * An amount in the smallest unit of its currency. Amounts outside the safe integer range are refused, never rounded.
 */
export const Amount: Schema<number> = v.pipe(v.number(), v.safeInteger())

/** Base64url text of 1 to `max` characters, with or without padding. WebAuthn values are sent in this encoding. */
export const base64url = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[\w-]+={0,2}$/))

/** A resource id, `<Type>:<uuid>`. It is read in the spelling of `canonicalId`. */
export const id = (type: IdType): v.GenericSchema<unknown, string> =>
  withCleanInput(v.pipe(v.string(), v.maxLength(64), v.regex(idPattern(type))), (value) =>
    typeof value === 'string' ? (canonicalId(type, value) ?? value) : value,
  )

/** A credential type. */
export const CredentialTypeSchema: Schema<CredentialType> = v.picklist(
  Object.keys(credentialTypes).filter(isCredentialType),
)
