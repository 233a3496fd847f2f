/** Random resource ids. @module */

/**
 * A random UUID whose last three characters are not one of the sandbox's suffixes (001 to 007, 102 to 107), so that
 * an outcome is never chosen by chance.
 */
export function safeUuid(random: () => string = () => crypto.randomUUID()): string {
  for (;;) {
    const uuid = random()
    if (!/(00[1-7]|10[2-7])$/.test(uuid)) return uuid
  }
}

/** A new id of the interface, `<Type>:<uuid>` (Conventions). */
export const newId = (type: string): string => `${type}:${safeUuid()}`
