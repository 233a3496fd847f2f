/**
 * Schemas of paginated lists. They are all paginated in the same way as an agent's list of transactions (Limits, Page
 * size).
 * @module
 */
import * as v from 'valibot'
import { looseObject, type Schema, text } from './schema.js'

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore: boolean
  /** Present only if `hasMore` is `true`. */
  readonly nextCursor?: string
  /** The number of items on all pages. */
  readonly totalCount?: number
}

/** Returns the schema of a page whose items match `item`. */
export const pageOf = <Item>(item: Schema<Item>): Schema<Page<Item>> =>
  looseObject({
    data: v.array(item),
    hasMore: v.boolean(),
    nextCursor: v.exactOptional(text(1024)),
    totalCount: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  })

/** The filters of every paginated list. */
export interface PageFilters {
  /** The maximum number of items on the page: 1 to 100, default 20. */
  readonly limit?: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

/** The schemas of {@link PageFilters}, which are sent as text in the query. */
export const pageFilters: Readonly<Record<'limit' | 'cursor', Schema<string>>> = {
  limit: v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)),
  cursor: text(1024),
}
