/**
 * Checks the ids in a request's path and query. Each id must have the form of its type. Each query parameter must be
 * known and occur once.
 * @module
 */
import { canonicalId, type IdType } from '../../wire/ids.js'
import type { AnyRoute } from '../../wire/route.js'
import type { FieldIssue } from '../../wire/schema.js'
import { Refusal } from '../refusal.js'

/**
 * Returns the path's parameters, with the ids in their canonical spelling. Throws 400 unless every parameter is an id
 * of the type that the route declares for it.
 */
export function readParams(
  route: AnyRoute,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const ids = Object.entries(route.params ?? {}).map(
    ([name, type]) => [name, type, idOf(type, params[name] ?? '')] as const,
  )
  const issues = ids.flatMap(([name, type, id]) =>
    id === undefined ? [{ path: name, expected: `${type}:<uuid>` }] : [],
  )
  if (issues.length > 0) throw invalidId('An id in the path is malformed.', issues)
  return { ...params, ...Object.fromEntries(ids.map(([name, , id = '']) => [name, id])) }
}

/**
 * Returns the query's ids by name, in their canonical spelling. Throws 400 if a parameter is missing, repeated, unknown
 * or malformed.
 */
export function readQuery(route: AnyRoute, search: URLSearchParams): Readonly<Record<string, string>> {
  const issues: FieldIssue[] = []
  const types = route.query ?? {}
  if ([...search.keys()].some((name) => !Object.hasOwn(types, name))) {
    issues.push({ path: '', expected: 'no other parameters' })
  }
  const query: [string, string][] = []
  for (const [name, type] of Object.entries(types)) {
    const [value, ...more] = search.getAll(name)
    const id = value === undefined || more.length > 0 ? undefined : idOf(type, value)
    if (id === undefined) issues.push({ path: name, expected: `${type}:<uuid>, once` })
    else query.push([name, id])
  }
  if (issues.length > 0) throw invalidId('The query does not match this call.', issues)
  return Object.fromEntries(query)
}

/**
 * Returns an id of this type in its canonical spelling; `undefined` for another value. The check is stricter than the
 * schemas of the service's answers: the type is case-sensitive, and percent-encoding is not decoded.
 */
function idOf(type: IdType, value: string): string | undefined {
  return value.startsWith(`${type}:`) ? canonicalId(type, value) : undefined
}

function invalidId(message: string, issues: readonly FieldIssue[]): Refusal {
  return new Refusal('INVALID_INPUT', message, { details: { issues } })
}
