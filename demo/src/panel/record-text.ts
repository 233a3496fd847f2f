/** What IndexedDB holds, as text: keys are shown as what they are. @module */

/** The record as JSON, with each `CryptoKey` described instead of the empty object that JSON makes of it. */
export function recordText(record: unknown): string {
  return JSON.stringify(
    record,
    (_, value: unknown) => {
      if (value instanceof CryptoKey) return describeKey(value)
      return typeof value === 'string' && value.length > 72 ? `${value.slice(0, 72)}…` : value
    },
    2,
  )
}

/** A key in one line. */
export function describeKey({ algorithm, type, extractable, usages }: CryptoKey): string {
  const curve = 'namedCurve' in algorithm ? ` ${String(algorithm.namedCurve)}` : ''
  return `CryptoKey(${type} ${algorithm.name}${curve}, extractable: ${extractable}, usages: ${usages.join(' ')})`
}

/** Private keys anywhere in a record, with the path that leads there. */
export function privateKeysIn(
  value: unknown,
  path = 'record',
): { readonly path: string; readonly key: CryptoKey }[] {
  if (value instanceof CryptoKey) return value.type === 'private' ? [{ path, key: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => privateKeysIn(inner, `${path}.${name}`))
}
