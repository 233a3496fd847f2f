/** Mutates JSON: removes, doubles and renames fields, changes their types, nests them endlessly. @module */
import { mutateText } from './mutate-text.js'
import type { Random } from './random.js'

const odd = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, 5e-324],
  ...[
    '',
    ' ',
    '0',
    'x'.repeat(5000),
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '\ud800',
    [],
    {},
    [null],
  ],
  ...[{ length: 1e9 }, { toJSON: 1 }, [[]], { '': '' }],
] as const
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'then',
  'toJSON',
  '',
  '0',
  'type',
] as const

type Container = Record<string, unknown> | unknown[]

/** Keys and other objects of the platform are not containers. All inputs share them, so they stay as they are. */
const isContainer = (value: unknown): value is Container =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Sets an own property, with any name. */
const put = (target: Container, key: string, value: unknown): void => {
  if (Array.isArray(target) && key === 'length') return
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

const copy = (value: unknown, depth = 0): unknown => {
  if (depth > 300 || !isContainer(value)) return value
  const made: Container = Array.isArray(value) ? [] : {}
  for (const [key, inner] of Object.entries(value)) put(made, key, copy(inner, depth + 1))
  return made
}

const nested = (random: Random): unknown => {
  const depth = random.oneIn(50) ? 9_000 : 1 + random.below(200)
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

/** @param other a value whose parts are inserted now and then */
export function mutateJson(random: Random, value: unknown, other: unknown): unknown {
  const root = { value: copy(value) }
  for (let rounds = 1 + random.below(3); rounds > 0; rounds--) {
    const [first = [root, 'value'], ...rest] = places(root)
    const [holder, key] = random.pick<[Container, string]>([first, ...rest])
    const here: unknown = Reflect.get(holder, key)
    const there = places(other)
    const [donor, field] = there[random.below(there.length)] ?? [{ other }, 'other']
    const part: unknown = Reflect.get(donor, field)
    const ways: [() => void, ...(() => void)[]] = [
      () => void Reflect.deleteProperty(holder, key),
      () => put(holder, key, copy(random.pick(odd as unknown as [unknown, ...unknown[]]))),
      () =>
        put(holder, key, typeof here === 'string' ? mutateText(random, here, textOf(part)) : textOf(here)),
      () => put(holder, key, typeof here === 'string' ? mutateText(random, here, 'other') : [here]),
      () => put(holder, key, typeof here === 'number' ? here * random.pick([-1, 1.1, 1e300, 0]) : copy(part)),
      () => put(holder, random.pick(keys), copy(part)),
      () =>
        put(
          isContainer(here) ? here : holder,
          random.pick(keys),
          copy(random.pick(odd as unknown as [unknown])),
        ),
      () => put(holder, key, random.oneIn(50) ? nested(random) : { [key]: here }),
      () => put(holder, key, Array.isArray(here) ? Array.from({ length: 300 }, () => copy(here[0])) : here),
      () => put(holder, `${key}2`, here),
    ]
    random.pick(ways)()
  }
  return root.value
}

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
