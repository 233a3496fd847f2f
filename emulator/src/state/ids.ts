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

/** Returns a new id in the service's form, `<Type>:<uuid>` (Conventions). */
export const newId = (type: string): string => `${type}:${safeUuid()}`
