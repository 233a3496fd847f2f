/** Reading a list page by page (Limits, Page size). @module */
import { TransportError } from '../errors.js'
import type { Page } from '../wire/page.js'

/** The items of all pages, in order; a page is asked for when the one before is used up. */
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
    // Going on would never end.
    if (nextCursor === undefined || seen.has(nextCursor)) {
      throw new TransportError('MALFORMED_ANSWER', `The pages of ${operation} lead in a circle.`)
    }
    seen.add(nextCursor)
    cursor = nextCursor
  }
}
