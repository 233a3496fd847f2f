/** Refuses query parameters that a call does not have. @module */
import { invalidInput } from '../handler/api-error.js'

/** Throws 400 with the names of the parameters that are not in `known`. */
export function refuseUnknown(sent: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(sent.keys())].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const names = unknown.map((name) => `"${name}"`).join(', ')
  const choice = known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`
  throw invalidInput(`This call does not have the query parameter ${names}. ${choice}`, ...unknown)
}
