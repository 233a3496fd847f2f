/** Finds the allow-list entry for a request. A request without an entry is refused with 404 or 405. @module */
import type { AnyRoute } from '../../wire/route.js'
import { Refusal } from '../refusal.js'

/** A matching entry, with the parameters from the path. The parameters are not checked yet. */
export interface Match<Entry> {
  readonly entry: Entry
  readonly params: Readonly<Record<string, string>>
}

/** Removes the base from a path. A path that does not start with the base is returned unchanged. */
export function withoutBase(path: string, base: string): string {
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/**
 * Returns a function that finds the entry for a method and path. It throws 404 for an unknown path, and 405 with
 * `Allow` for a known path whose entries all have other methods.
 *
 * Throws a `TypeError` if two entries have the same method and path, or if a parameter of a path has no type.
 */
export function createRouter<Entry extends { readonly route: AnyRoute }>(
  entries: readonly Entry[],
): (method: string, path: string) => Match<Entry> {
  const table = entries.map((entry) => ({
    entry,
    pattern: entry.route.path.split('/').map((part): Part => ({ part, name: parameterName(part) })),
  }))
  const seen = new Set<string>()
  for (const { entry, pattern } of table) {
    const { method, params = {} } = entry.route
    const call = `${method} ${pattern.map(({ part, name }) => (name === undefined ? part : '{}')).join('/')}`
    if (seen.has(call)) throw new TypeError(`Two routes have the same method and path: ${call}.`)
    seen.add(call)
    for (const { part, name } of pattern) {
      if (name !== undefined && !Object.hasOwn(params, name))
        throw new TypeError(`The parameter ${part} of ${call} has no type in \`params\`.`)
    }
  }
  const byLength = new Map<number, typeof table>()
  for (const row of table)
    byLength.set(row.pattern.length, [...(byLength.get(row.pattern.length) ?? []), row])
  return (method, path) => {
    const parts = path.split('/')
    const candidates = byLength.get(parts.length) ?? []
    const matches = candidates.flatMap(({ entry, pattern }) => {
      const params = matchParts(pattern, parts)
      return params === undefined ? [] : [{ entry, params }]
    })
    if (matches.length === 0) throw new Refusal('NOT_FOUND', 'Unknown path.')
    const match = matches.find(({ entry }) => entry.route.method === method)
    if (match !== undefined) return match
    const allow = [...new Set(matches.map(({ entry }) => entry.route.method))].join(', ')
    throw new Refusal('METHOD_NOT_ALLOWED', 'Method not allowed for this path.', {
      headers: { Allow: allow },
    })
  }
}

/** One part of a route's path. `name` is set only if the part is a parameter. */
interface Part {
  readonly part: string
  readonly name: string | undefined
}

function parameterName(part: string): string | undefined {
  return /^\{(\w+)\}$/.exec(part)?.[1]
}

function matchParts(pattern: readonly Part[], parts: readonly string[]): Record<string, string> | undefined {
  const params: [string, string][] = []
  for (const [index, { part: expected, name }] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (name === undefined ? part !== expected : part === '') return undefined
    if (name !== undefined) params.push([name, part])
  }
  return Object.fromEntries(params)
}
