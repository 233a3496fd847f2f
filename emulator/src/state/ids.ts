/** Generates random ids for resources. @module */

/**
 * Returns a random UUID that does not end in one of the sandbox's suffixes (001 to 007, 102 to 107). So an id cannot
 * select a test outcome by accident.
 */
export function safeUuid(random: () => string = () => crypto.randomUUID()): string {
  for (;;) {
    const uuid = random()
    if (!/(00[1-7]|10[2-7])$/.test(uuid)) return uuid
  }
}

/** Returns a random text of characters from an alphabet. */
export function randomText(length: number, alphabet: string): string {
  let text = ''
  while (text.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Larger bytes are skipped, because they would make the first characters of the alphabet more likely.
    if (byte < 256 - (256 % alphabet.length)) text += alphabet.charAt(byte % alphabet.length)
  }
  return text
}

/** Returns a new id in the service's form, `<Type>:<uuid>` (Conventions). */
export const newId = (type: string): string => `${type}:${safeUuid()}`
