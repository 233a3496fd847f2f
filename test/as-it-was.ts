/** Set up before each file of tests: one that leaves a global changed fails, since the next file shares it. @module */
import { afterAll, expect } from 'vitest'

/** What tests put stand-ins into. */
const owners: Readonly<Record<string, object>> = {
  globalThis,
  'crypto.subtle': crypto.subtle,
  'SubtleCrypto.prototype': Object.getPrototypeOf(crypto.subtle),
  'process.env': process.env,
}

// Node makes many on first use: after it they stay what they are.
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
  // Compiled packages share their helpers under two underscores.
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !name.startsWith('globalThis.__') && !Object.is(before.get(name), after.get(name)),
  )
  expect(changed, 'left changed for the next file').toEqual([])
})
