/**
 * Fails a test file that leaves a global changed, because the next file shares the globals. Loaded before each test
 * file.
 * @module
 */
import { afterAll, expect } from 'vitest'

/** The objects in which tests replace functions. */
const owners: Readonly<Record<string, object>> = {
  globalThis,
  'crypto.subtle': crypto.subtle,
  'SubtleCrypto.prototype': Object.getPrototypeOf(crypto.subtle),
  'process.env': process.env,
}

// Reads every global once, because Node creates many of them on first use.
for (const name of Object.getOwnPropertyNames(globalThis)) Reflect.get(globalThis, name)

function globals(): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(owners).flatMap(([owner, object]) =>
      Object.entries(Object.getOwnPropertyDescriptors(object)).map(([name, { value, get }]) => [
        `${owner}.${name}`,
        value ?? get,
      ]),
    ),
  )
}

const before = globals()

afterAll(() => {
  const after = globals()
  // Ignores names with two underscores, under which compiled packages share their helpers.
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !name.startsWith('globalThis.__') && !Object.is(before.get(name), after.get(name)),
  )
  expect(changed, 'left changed for the next file').toEqual([])
})
