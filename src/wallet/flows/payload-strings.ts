/** The strings of a payload, read the way any parser of JSON might read them. @module */

/** A string of a JSON text. `isKey`: it names a field. */
export interface PayloadString {
  readonly text: string
  readonly isKey: boolean
}

/**
 * Every string of a JSON text in order, with escapes resolved. A field that occurs twice is there twice: which one counts
 * depends on the parser. Text that is not JSON has none.
 */
export function stringsOf(payload: string): readonly PayloadString[] {
  try {
    JSON.parse(payload)
    return Array.from(payload.matchAll(/("(?:[^"\\]+|\\.)*")(\s*:)?/g), ([, quoted = '', colon]) => ({
      text: JSON.parse(quoted) as string,
      isKey: colon !== undefined,
    }))
  } catch {
    return []
  }
}
