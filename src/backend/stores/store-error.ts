/** What an error of a database says, also below the errors that adapters put around it. @module */

/** How many errors around an error are looked at. */
const deepest = 5

/**
 * Returns whether an error, or a `cause` of it, has one of these codes. Query builders and ORMs throw errors of their
 * own, whose `cause` is that of the driver.
 */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return chainOf(error).some((each) => codes.includes(String(each.code)))
}

/** Returns whether the message of an error, or of a `cause` of it, matches. */
export function hasMessage(error: unknown, pattern: RegExp): boolean {
  return chainOf(error).some((each) => pattern.test(String(each.message)))
}

interface Told {
  readonly code?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

function chainOf(error: unknown, left: number = deepest): readonly Told[] {
  if (typeof error !== 'object' || error === null || left === 0) return []
  const told: Told = error
  return [told, ...chainOf(told.cause, left - 1)]
}
