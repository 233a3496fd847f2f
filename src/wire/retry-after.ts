/** Reads the header `Retry-After` (RFC 9110). @module */

/**
 * Returns the seconds to wait, by the value of a `Retry-After` header: seconds, or a date. Zero is a valid value. If
 * several proxies have each added a value, the longest wait counts. Returns `undefined` if nothing is readable. `now`
 * is the current time, in milliseconds since 1970.
 */
export function secondsIn(header: string, now: number): number | undefined {
  // The comma after the name of a day does not separate two values.
  const waits = (header.match(/[A-Z][a-z]+,[^,]+|[^,]+/g) ?? []).map((part) => {
    const said = part.trim()
    if (/^\d+(\.\d+)?$/.test(said)) return Math.ceil(Number(said))
    return said.includes(':') ? Math.max(0, Math.ceil((Date.parse(said) - now) / 1000)) : Number.NaN
  })
  const readable = waits.filter((wait) => !Number.isNaN(wait))
  return readable.length > 0 ? Math.max(...readable) : undefined
}
