/** The periods that lists are cut to. @module */

/** Milliseconds of a moment that was sent; `undefined` for none. */
export const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

/** As much of a selection as a period says. */
export interface Period<Value> {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly filter: ((value: Value) => boolean) | undefined
}

/**
 * The period of `createdAfter`, `createdBefore`, `updatedAfter` and `updatedBefore`, all inclusive. Records are in order of
 * creation: only for their updates each has to be looked at.
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
