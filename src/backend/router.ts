/** The allow-list: what is not a row here does not exist. @module */
import type { AnyRoute } from '../wire/route.js'
import { Refusal } from './refusal.js'

/** A row and the path's parameters, not yet checked. */
export interface Match<Row> {
  readonly row: Row
  readonly params: Readonly<Record<string, string>>
}

/** The path below the base, or the path itself where the base does not lead it. */
export function withoutBase(path: string, base: string): string {
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/**
 * Finds the row of a method and path. The answer throws 404 for an unknown path and 405 with `Allow` for a known one.
 *
 * Throws a `TypeError` when two rows claim the same call, or when a parameter in a path has no type.
 */
export function createRouter<Row extends { readonly route: AnyRoute }>(
  rows: readonly Row[],
): (method: string, path: string) => Match<Row> {
  const table = rows.map((row) => ({ row, pattern: row.route.path.split('/') }))
  const seen = new Set<string>()
  for (const { row, pattern } of table) {
    const { method, params = {} } = row.route
    const call = `${method} ${pattern.map((part) => (parameterName(part) === undefined ? part : '{}')).join('/')}`
    if (seen.has(call)) throw new TypeError(`Two routes answer ${call}.`)
    seen.add(call)
    for (const part of pattern) {
      const name = parameterName(part)
      if (name !== undefined && !Object.hasOwn(params, name))
        throw new TypeError(`${call}: ${part} has no type.`)
    }
  }
  return (method, path) => {
    const parts = path.split('/')
    const matches = table.flatMap(({ row, pattern }) => {
      const params = matchParts(pattern, parts)
      return params === undefined ? [] : [{ row, params }]
    })
    if (matches.length === 0) throw new Refusal('NOT_FOUND', 'There is no such call here.')
    const match = matches.find(({ row }) => row.route.method === method)
    if (match !== undefined) return match
    const allow = [...new Set(matches.map(({ row }) => row.route.method))].join(', ')
    throw new Refusal('METHOD_NOT_ALLOWED', 'This path has other methods.', { headers: { Allow: allow } })
  }
}

function parameterName(part: string): string | undefined {
  return /^\{(\w+)\}$/.exec(part)?.[1]
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: [string, string][] = []
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    const name = parameterName(expected)
    if (name === undefined ? part !== expected : part === '') return undefined
    if (name !== undefined) params.push([name, part])
  }
  return Object.fromEntries(params)
}
