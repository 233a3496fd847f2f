/**
 * Splits lists into pages. A cursor is the place of the last item on the previous page, and not that item: the item may
 * have been deleted since.
 * @module
 */
import { base64urlToBytes, bytesToBase64url, type Page, utf8 } from 'embedded-wallet-auth/wire'
import type { Collection, RecordQuery } from '../state/collection.js'
import { indexFrom, type OrderedEntry, type Place } from '../state/ordered.js'
import { invalidInput } from './api-error.js'

type Params = ReadonlyMap<string, string>

/**
 * Returns the page that the query parameters `limit` and `cursor` select from an array that never changes. Throws 400
 * if the cursor is not the id of an item in the array.
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
 * default order. Throws 400 if the cursor is not one of this list. The record at which the previous page ended need not
 * match `query` any more, nor exist: its status may have changed, or it may have been deleted.
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
  const place = cursor === undefined ? undefined : placeIn(collection, cursor)
  const clamp = (index: number): number => Math.min(Math.max(index, start), end)
  const limit = limitOf(params)
  const isAscending = (params.get('sortOrder') ?? (first === 'oldest' ? 'asc' : 'desc')) === 'asc'
  const [from, to] = isAscending ? forward() : backward()
  const cut = entries.slice(from, to)
  const ordered = isAscending ? cut : cut.reverse()
  const data = ordered.map(({ value }) => value)
  const last = ordered.at(-1)
  return page(data, last && cursorAt(last), isAscending ? to < end : from > start, end - start)

  function forward(): readonly [from: number, to: number] {
    const low = place ? clamp(indexFrom(entries, { at: place.at, order: place.order + 1 })) : start
    return [low, Math.min(low + limit, end)]
  }

  function backward(): readonly [from: number, to: number] {
    const high = place ? clamp(indexFrom(entries, place)) : end
    return [Math.max(high - limit, start), high]
  }
}

/** Returns the cursor that continues after an entry. */
const cursorAt = ({ at, order, id }: OrderedEntry<unknown>): string =>
  bytesToBase64url(utf8(JSON.stringify([at, order, id])))

/** Returns the place of a cursor. Throws 400 for a text that is not a cursor, and for a cursor of another list. */
function placeIn<Value, Name extends string>(
  collection: Pick<Collection<Value, Name>, 'placeOf' | 'select'>,
  cursor: string,
): Place {
  const [at, order, id]: readonly unknown[] = partsOf(cursor)
  if (typeof at !== 'number' || typeof order !== 'number' || typeof id !== 'string') throw unknownCursor()
  const [any] = collection.select({}).entries
  if (any && typeOf(any.id) !== typeOf(id)) throw unknownCursor()
  // The places of a restored state are counted from the beginning again, so the record is asked first.
  return collection.placeOf(id) ?? { at, order }
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(new TextDecoder().decode(base64urlToBytes(cursor)))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** Returns the part of an id that says of which type it is. */
const typeOf = (id: string): string => id.split(':').slice(0, -1).join(':')

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
