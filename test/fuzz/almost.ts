/** Arbitraries for inputs that are almost valid: a valid one with a few changes, which fast-check makes fewer. @module */
import fc from 'fast-check'

const pieces = [
  ...[
    '',
    ' ',
    '\0',
    '\r\n',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\ud800',
    '\udc00',
    '💥',
    'e\u0301',
    'ß',
    'İ',
    'AA==',
  ],
  ...['-0', '1e999', '9007199254740993', 'NaN', 'true', 'null', '{}', '[]', '""', '"', '\\', '\\u0000'],
  ...['__proto__', '../', '%2e%2e%2f', '%00', '?', '#', '&', '=', ';', '<script>', '.', '..'],
]

/** Replaces a place of a text by something new, or by a part of the text itself or of another one. */
const edit = fc
  .tuple(
    fc.nat(),
    fc.constantFrom(0, 1, 1, 1, 2, 8, 1e9),
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.tuple(fc.nat(), fc.constantFrom(1, 1, 4, 40)),
    ),
  )
  .map(([at, cut, put]) => (text: string, other: string): string => {
    const start = at % (text.length + 1)
    const [from, length] = typeof put === 'string' ? [0, 0] : put
    const part = typeof put === 'string' ? put : (text + other).slice(from % (text.length + other.length + 1))
    return text.slice(0, start) + part.slice(0, length || undefined) + text.slice(start + cut)
  })
const whole = fc.constantFrom<((text: string, other: string) => string)[]>(
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.repeat(400).slice(0, 100_000),
  (_, other) => other,
)

/** Draws from `rare` once in so many times. */
export const oneIn = <A, B>(
  times: number,
  rare: fc.Arbitrary<A>,
  usual: fc.Arbitrary<B>,
): fc.Arbitrary<A | B> => fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: rare })

/** @param other a text whose parts are put into the others */
export const almostText = (texts: fc.Arbitrary<string> | string, other: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      typeof texts === 'string' ? fc.constant(texts) : texts,
      edit,
      oneIn(
        3,
        oneIn(3, whole, edit),
        fc.constant((text: string) => text),
      ),
    )
    .map(([text, first, second]) => second(first(text, other), other))

/** Bytes with up to three places changed. */
export const almostBytes = (...all: readonly Uint8Array[]): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc
    .tuple(
      fc.constantFrom(...all),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 1, 99), fc.uint8Array({ maxLength: 1 })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([bytes, changes]) =>
      changes.reduce((made, [at, cut, put]) => {
        const start = at % (made.length + 1)
        return Uint8Array.of(...made.subarray(0, start), ...put, ...made.subarray(start + cut))
      }, Uint8Array.from(bytes)),
    )

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Sets an own property, with any name. */
const put = (target: Container, key: string, value: unknown): void => {
  if (Array.isArray(target) && key === 'length') return
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 3 === 0 ? { a: value } : [value]
  return value
}

/** Returns every property of a value, at every depth. */
function places(value: unknown, found: [Container, string][] = [], depth = 0): [Container, string][] {
  if (!isContainer(value) || depth > 12 || found.length > 400) return found
  for (const key of Object.keys(value)) {
    found.push([value, key])
    places(Reflect.get(value, key), found, depth + 1)
  }
  return found
}

/** Returns what stands in a place instead. `there` has the parts of another value. */
type Way = (here: unknown, there: readonly unknown[]) => unknown

const way: fc.Arbitrary<Way> = fc.oneof(
  fc.constantFrom<Way[]>(
    () => undefined,
    (here) => ({ a: here }),
    (here) => (Array.isArray(here) ? Array.from({ length: 300 }, (): unknown => here[0]) : [here]),
    (here) => (typeof here === 'number' ? -here * 1.1 : textOf(here)),
  ),
  fc
    .constantFrom<unknown[]>(2 ** 53, 1e21, -0, 1.5, '2026-02-30T00:00:00Z', '\ud800', 'x'.repeat(5000))
    .map((value) => () => value),
  fc.jsonValue({ maxDepth: 2 }).map((value) => () => value),
  fc.nat().map(
    (at): Way =>
      (_, there) =>
        structuredClone(there[at % there.length]),
  ),
  edit.map(
    (change): Way =>
      (here, there) =>
        typeof here === 'string' ? change(here, textOf(there[0])) : textOf(here),
  ),
  oneIn(50, fc.constant(9_000), fc.nat(200)).map((depth) => () => nested(depth)),
)
const change = fc.record({
  place: fc.nat(),
  way,
  // With a name, the place stays, and what stands in it instead is added beside it or inside.
  name: oneIn(
    4,
    fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'then', 'toJSON', ''),
    fc.constant(undefined),
  ),
})

/** @param others values whose parts are put into the others */
export const almostJson = (values: readonly unknown[], others: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...values),
      fc.constantFrom(...others),
      fc.array(change, { minLength: 1, maxLength: 3 }),
    )
    .map(([value, other, changes]) => {
      const root = structuredClone({ value })
      const there = [other, ...places(other).map(([holder, key]): unknown => Reflect.get(holder, key))]
      for (const { place, way, name } of changes) {
        const all = places(root)
        const [holder, key] = all[place % all.length] ?? [root, 'value']
        const here: unknown = Reflect.get(holder, key)
        const made = way(here, there)
        if (name !== undefined) put(isContainer(here) ? here : holder, name, made)
        else if (made === undefined) Reflect.deleteProperty(holder, key)
        else put(holder, key, made)
      }
      return root.value
    })

/**
 * Returns the JSON text of a value. For an endlessly nested value, for which `JSON.stringify` fails, returns 30,000
 * nested brackets.
 */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  }
}
