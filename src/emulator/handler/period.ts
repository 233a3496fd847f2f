/** The time periods by which lists are filtered. @module */

/** A timestamp of the query in milliseconds; `undefined` when it was not sent. */
export const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

/** The fields of a {@link RecordQuery} that a period sets. */
export interface Period<Value> {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly filter: ((value: Value) => boolean) | undefined
}

/**
 * The period of `createdAfter`, `createdBefore`, `updatedAfter` and `updatedBefore`, all inclusive. Records are kept
 * in order of creation, so only a period of updates has to look at each record.
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
