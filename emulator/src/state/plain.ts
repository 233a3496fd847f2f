/** Converts values to plain JSON and back, including bigints and bytes, which JSON lacks. @module */
import { base64urlToBytes, bytesToBase64url } from 'embedded-wallet-auth/wire'

/**
 * Marks an object that stands for a value that JSON lacks. A real object with a field of this name is encoded in the
 * same way, so that the two cannot be confused.
 */
const mark = '$'

/** Returns a value that `JSON.stringify` can write without loss. Fields that are `undefined` are left out. */
export function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return { [mark]: 'bigint', text: String(value) }
  if (value instanceof Uint8Array) return { [mark]: 'bytes', text: bytesToBase64url(new Uint8Array(value)) }
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, toPlain(inner)] as const)
  return Object.hasOwn(value, mark) ? { [mark]: 'object', fields } : Object.fromEntries(fields)
}

/**
 * Restores the value that was passed to {@link toPlain}. Modifies its argument, which must come directly from
 * `JSON.parse`. Throws a `RangeError` for a value that {@link toPlain} cannot have written.
 */
export function fromPlain(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return plain
  if (Object.hasOwn(plain, mark)) return readMarked(new Map(Object.entries(plain)))
  const fields: [string, unknown][] = Object.entries(plain)
  for (const [name, inner] of fields) {
    if (typeof inner !== 'object' || inner === null) continue
    const value = fromPlain(inner)
    // This is not an assignment, because `name` may be `__proto__`.
    if (value !== inner) Object.defineProperty(plain, name, { value, ...ordinary })
  }
  return plain
}

const ordinary = { configurable: true, enumerable: true, writable: true } as const

function readMarked(fields: ReadonlyMap<string, unknown>): unknown {
  const text = fields.get('text')
  const read = readers.get(fields.get(mark))
  const value = read?.(typeof text === 'string' ? text : '', fields.get('fields'))
  if (value === undefined) throw new RangeError('The snapshot contains an unreadable value.')
  return value
}

const readers: ReadonlyMap<unknown, (text: string, fields: unknown) => unknown> = new Map<
  unknown,
  (text: string, fields: unknown) => unknown
>([
  ['bigint', (text) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined)],
  ['bytes', (text) => base64urlToBytes(text)],
  ['object', (_, fields) => (Array.isArray(fields) ? objectOf(fields) : undefined)],
])

function objectOf(fields: readonly unknown[]): object {
  const entries = fields.map((field) => {
    const [name, inner] = Array.isArray(field) ? field : []
    return [String(name), fromPlain(inner)] as const
  })
  return Object.fromEntries(entries)
}
