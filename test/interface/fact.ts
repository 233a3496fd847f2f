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

/** Short for a test file: `interface/…` in this folder, `spec/…` of the schemas, anything else a room of the emulator. */
export const inFile = (short: string): string => {
  if (short.startsWith('interface/')) return `test/${short}.test.ts`
  return short.startsWith('wire/') ? `src/${short}.test.ts` : `src/emulator/${short}.test.ts`
}

/** A fact held by tests, each file given short with its titles. */
export const fact = (
  id: string,
  text: string,
  ...held: readonly (readonly [short: string, ...titles: string[]])[]
): Fact => ({ id, fact: text, held: held.map(([short, ...titles]) => ({ file: inFile(short), titles })) })
