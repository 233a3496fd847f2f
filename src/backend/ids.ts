/**
 * Checks the ids in a request's path and query. Each id must have the form of its type. Each query parameter must be
 * known and occur once.
 * @module
 */
import { type IdType, idPattern } from '../wire/ids.js'
import type { AnyRoute } from '../wire/route.js'
import type { FieldIssue } from '../wire/schema.js'
import { Refusal } from './refusal.js'

/** Throws 400 unless every path parameter is an id of the type that the route declares for it. */
export function checkParams(route: AnyRoute, params: Readonly<Record<string, string>>): void {
  const issues = Object.entries(route.params ?? {}).flatMap(([name, type]) =>
    isId(type, params[name] ?? '') ? [] : [{ path: name, expected: `${type}:<uuid>` }],
  )
  if (issues.length > 0) throw invalidId('An id in the path is malformed.', issues)
}

/** Returns the query's ids by name. Throws 400 if a parameter is missing, repeated, unknown or malformed. */
export function readQuery(route: AnyRoute, search: URLSearchParams): Readonly<Record<string, string>> {
  const issues: FieldIssue[] = []
  const types = route.query ?? {}
  if ([...search.keys()].some((name) => !Object.hasOwn(types, name))) {
    issues.push({ path: '', expected: 'no other parameters' })
  }
  const query: [string, string][] = []
  for (const [name, type] of Object.entries(types)) {
    const [value, ...more] = search.getAll(name)
    if (value === undefined || more.length > 0 || !isId(type, value)) {
      issues.push({ path: name, expected: `${type}:<uuid>, once` })
    } else {
      query.push([name, value])
    }
  }
  if (issues.length > 0) throw invalidId('The query does not match this call.', issues)
  return Object.fromEntries(query)
}

/**
 * Whether a value is an id of this type. The check is stricter than the schemas of the service's answers: the type is
 * case-sensitive, and percent-encoding is not decoded.
 */
function isId(type: IdType, value: string): boolean {
  return value.startsWith(`${type}:`) && idPattern(type).test(value)
}

function invalidId(message: string, issues: readonly FieldIssue[]): Refusal {
  return new Refusal('INVALID_INPUT', message, { details: { issues } })
}
