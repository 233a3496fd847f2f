/** Schemas of lists that come in pages (Limits, Page size; shaped like the agent transaction list). @module */
import * as v from 'valibot'
import { type Schema, text } from './schema.js'

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore: boolean
  /** Present only if there are more pages. */
  readonly nextCursor?: string
  /** The number of items on all pages. */
  readonly totalCount?: number
}

/** The schema of a page. */
export const pageOf = <Item>(item: Schema<Item>): Schema<Page<Item>> =>
  v.looseObject({
    data: v.array(item),
    hasMore: v.boolean(),
    nextCursor: v.exactOptional(text(1024)),
    totalCount: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  })

/** The filters of every list in pages. */
export interface PageFilters {
  /** 1 to 100, default 20. */
  readonly limit?: number
  /** `nextCursor` of an earlier answer. */
  readonly cursor?: string
}

/** The schemas of these filters as they are sent in the query: `limit` from 1 to 100, and `cursor`. */
export const pageFilters: Readonly<Record<'limit' | 'cursor', Schema<string>>> = {
  limit: v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)),
  cursor: text(1024),
}
