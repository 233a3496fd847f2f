/** Reads a list page by page (Limits, Page size). @module */
import { TransportError } from '../errors.js'
import type { Page } from '../wire/page.js'

/**
 * Iterates over the items of all pages, in order. Each page is requested only when all items before it have been
 * consumed.
 */
export async function* allItems<Item>(
  operation: string,
  onePage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>()
  let cursor: string | undefined
  for (;;) {
    const { data, hasMore, nextCursor } = await onePage(cursor)
    yield* data
    if (!hasMore) return
    // Without a new cursor, this loop would never end.
    if (nextCursor === undefined || seen.has(nextCursor)) {
      throw new TransportError(
        'MALFORMED_ANSWER',
        `The next page of ${operation} cannot be requested: its cursor is missing or repeats.`,
      )
    }
    seen.add(nextCursor)
    cursor = nextCursor
  }
}
