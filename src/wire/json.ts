/** Writes plain data as JSON, also where a script of the page has changed arrays and objects. @module */

/** How deep a value may be. One that contains itself is deeper. */
const deepest = 500

/**
 * Returns a value as JSON on one line, as `JSON.stringify` does in a page without other scripts. Some scripts give all
 * arrays or objects a `toJSON`, or have `JSON.stringify` indent: the service reads neither what the one returns, nor
 * what a stamp over the other is for. An object of a class, such as a `Date`, is written as its own `toJSON` says.
 */
export function jsonOf(value: unknown, depth = 0): string {
  if (depth > deepest) throw new TypeError(`JSON can be ${deepest} values deep, and cannot contain itself.`)
  const inner = depth + 1
  if (Array.isArray(value))
    return `[${value.map((each) => jsonOf(isSent(each) ? each : null, inner)).join()}]`
  if (!isPlain(value)) return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, each]) =>
    isSent(each) ? [`${JSON.stringify(name)}:${jsonOf(each, inner)}`] : [],
  )
  return `{${members.join()}}`
}

const isSent = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value)

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
