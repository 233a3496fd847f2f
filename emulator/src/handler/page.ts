/** Splits lists into pages. A cursor is the id of the last item on the previous page. @module */
import type { Page } from 'embedded-wallet-auth/wire'
import type { Collection, RecordQuery } from '../state/collection.js'
import { indexFrom } from '../state/ordered.js'
import { invalidInput } from './api-error.js'

type Params = ReadonlyMap<string, string>

/**
 * Returns the page that the query parameters `limit` and `cursor` select from an array. Throws 400 if the cursor is not
 * the id of an item in the array.
 */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  params: Params,
): Page<Item> {
  const cursor = params.get('cursor')
  const start = cursor === undefined ? 0 : items.findIndex((item) => item.id === cursor) + 1
  if (cursor !== undefined && start === 0) throw unknownCursor()
  const end = start + limitOf(params)
  const data = items.slice(start, end)
  return page(data, data.at(-1)?.id, end < items.length, items.length)
}

/**
 * Returns the page that the query parameters `limit`, `cursor` and `sortOrder` select from a collection. `first` is the
 * default order. Throws 400 if the cursor is not the id of a record in the collection. That record need not match
 * `query`, because its status may have changed since the previous page was returned.
 *
 * @example
 * pageFrom(context.state.documents, { where: { holder } }, params)
 */
export function pageFrom<Value, Name extends string>(
  collection: Pick<Collection<Value, Name>, 'placeOf' | 'select'>,
  query: RecordQuery<Value, Name>,
  params: Params,
  first: 'oldest' | 'newest' = 'oldest',
): Page<Value> {
  const { entries, start, end } = collection.select(query)
  const cursor = params.get('cursor')
  const place = cursor === undefined ? undefined : collection.placeOf(cursor)
  if (cursor !== undefined && !place) throw unknownCursor()
  const clamp = (index: number): number => Math.min(Math.max(index, start), end)
  const limit = limitOf(params)
  const isAscending = (params.get('sortOrder') ?? (first === 'oldest' ? 'asc' : 'desc')) === 'asc'
  const [from, to] = isAscending ? forward() : backward()
  const cut = entries.slice(from, to)
  const ordered = isAscending ? cut : cut.reverse()
  const data = ordered.map(({ value }) => value)
  return page(data, ordered.at(-1)?.id, isAscending ? to < end : from > start, end - start)

  function forward(): readonly [from: number, to: number] {
    const low = place ? clamp(indexFrom(entries, { at: place.at, order: place.order + 1 })) : start
    return [low, Math.min(low + limit, end)]
  }

  function backward(): readonly [from: number, to: number] {
    const high = place ? clamp(indexFrom(entries, place)) : end
    return [Math.max(high - limit, start), high]
  }
}

function page<Item>(
  data: readonly Item[],
  last: string | undefined,
  hasMore: boolean,
  totalCount: number,
): Page<Item> {
  return {
    data: [...data],
    hasMore,
    ...(hasMore && last !== undefined ? { nextCursor: last } : {}),
    totalCount,
  }
}

const limitOf = (params: Params): number => Number(params.get('limit') ?? 20)

const unknownCursor = (): Error => invalidInput('The cursor does not belong to this list.', 'cursor')
