/** Lists that come in pages (Limits, Page size; shaped like the agent transaction list). @module */
import * as v from 'valibot'
import { type Schema, text } from './schema.js'

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore: boolean
  /** Only when there is more. */
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

/** What a caller may pass to every such list. */
export interface PageFilters {
  /** 1 to 100, default 20. */
  readonly limit?: number
  /** `nextCursor` of an earlier answer. */
  readonly cursor?: string
}

/** The query parameters that every such list takes: `limit` 1 to 100, default 20, and `cursor` of an earlier answer. */
export const pageFilters: Readonly<Record<'limit' | 'cursor', Schema<string>>> = {
  limit: v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)),
  cursor: text(1024),
}
