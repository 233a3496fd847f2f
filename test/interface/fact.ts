/** One fact of the interface, in our own words, and the tests that hold it. @module */

/** What one test file holds: its path from the root, and titles in it. */
export interface Held {
  readonly file: string
  readonly titles: readonly string[]
}

/** A condition, a bound or a state. */
export interface Fact {
  /** Unique. */
  readonly id: string
  readonly fact: string
  readonly held: readonly Held[]
}

/** The facts of one section of the interface. */
export interface Section {
  /** As the interface calls it. */
  readonly section: string
  readonly facts: readonly Fact[]
}

/** Short for a test file: `interface/…` in this folder, `wire/…` of the schemas, anything else of the emulator, its systems by their names alone. */
export const inFile = (short: string): string => {
  if (short.startsWith('interface/')) return `test/${short}.test.ts`
  if (short.startsWith('wire/')) return `src/${short}.test.ts`
  const ground = !short.includes('/') || /^(crypto|handler|money|server|signed|state|time)\//.test(short)
  return `src/emulator/${ground ? '' : 'systems/'}${short}.test.ts`
}

/** A fact held by tests, each file given short with its titles. */
export const fact = (
  id: string,
  text: string,
  ...held: readonly (readonly [short: string, ...titles: string[]])[]
): Fact => ({ id, fact: text, held: held.map(([short, ...titles]) => ({ file: inFile(short), titles })) })
