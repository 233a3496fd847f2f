/** Converts the date parameters of a list call to a period. @module */

/** Converts a timestamp from a query parameter to milliseconds since 1970. */
export const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

/** The fields of a {@link RecordQuery} that a period sets. */
export interface Period<Value> {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly filter: ((value: Value) => boolean) | undefined
}

/**
 * Returns the period that `createdAfter`, `createdBefore`, `updatedAfter` and `updatedBefore` select. All four are
 * inclusive. Lists are sorted by creation time, so only update times need a filter that checks each record.
 */
export function periodOf<Value extends { readonly updatedAt?: string }>(
  query: ReadonlyMap<string, string>,
): Period<Value> {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore } = Object.fromEntries(query)
  const [after, before] = [momentOf(updatedAfter), momentOf(updatedBefore)]
  const filter = ({ updatedAt = '' }: Value): boolean => {
    const updated = Date.parse(updatedAt)
    return updated >= (after ?? updated) && updated <= (before ?? updated)
  }
  const looksAtUpdates = after !== undefined || before !== undefined
  return {
    from: momentOf(createdAfter),
    to: momentOf(createdBefore),
    filter: looksAtUpdates ? filter : undefined,
  }
}
