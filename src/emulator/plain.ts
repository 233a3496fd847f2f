/** Values as JSON and back, with what JSON lacks: big integers and bytes. @module */
import { base64urlToBytes, bytesToBase64url } from '../encoding.js'

/** Marks what stands for something else; an object that has the field by itself is marked too, so that none is mistaken. */
const mark = '$'

/** A value that `JSON.stringify` writes whole. Fields that are `undefined` are left out. */
export function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return { [mark]: 'bigint', text: String(value) }
  if (value instanceof Uint8Array) return { [mark]: 'bytes', text: bytesToBase64url(new Uint8Array(value)) }
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, toPlain(inner)] as const)
  return Object.hasOwn(value, mark) ? { [mark]: 'object', fields } : Object.fromEntries(fields)
}

/** The value that {@link toPlain} was given. Throws a `RangeError` for a mark that it does not make. */
export function fromPlain(plain: unknown): unknown {
  if (Array.isArray(plain)) return plain.map(fromPlain)
  if (typeof plain !== 'object' || plain === null) return plain
  const fields = new Map<string, unknown>(Object.entries(plain))
  if (!fields.has(mark)) {
    return Object.fromEntries([...fields].map(([name, inner]) => [name, fromPlain(inner)] as const))
  }
  const text = fields.get('text')
  const read = readers.get(fields.get(mark))
  const value = read?.(typeof text === 'string' ? text : '', fields.get('fields'))
  if (value === undefined) throw new RangeError('A value of the state cannot be read.')
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
