/** Formats the content of IndexedDB as text, with a description of each key. @module */

/** Returns the record as JSON. Each `CryptoKey`, which JSON shows as an empty object, is replaced by a description. */
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

/** Describes a key in one line. */
export function describeKey({ algorithm, type, extractable, usages }: CryptoKey): string {
  const curve = 'namedCurve' in algorithm ? ` ${String(algorithm.namedCurve)}` : ''
  return `CryptoKey(${type} ${algorithm.name}${curve}, extractable: ${extractable}, usages: ${usages.join(' ')})`
}

/** Finds all private keys in a record, with their paths. */
export function privateKeysIn(
  value: unknown,
  path = 'record',
): { readonly path: string; readonly key: CryptoKey }[] {
  if (value instanceof CryptoKey) return value.type === 'private' ? [{ path, key: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => privateKeysIn(inner, `${path}.${name}`))
}
