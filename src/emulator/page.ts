/** Cutting a list into pages. @module */
import type { Page } from '../spec/page.js'
import { invalidInput } from './refusal.js'

/** The page that `limit` and `cursor` of the query ask for. A cursor is the id of the last item before it. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: ReadonlyMap<string, string>,
): Page<Item> {
  const cursor = query.get('cursor')
  const start = cursor === undefined ? 0 : items.findIndex((item) => item.id === cursor) + 1
  if (cursor !== undefined && start === 0) throw invalidInput('The cursor is not one of this list.', 'cursor')
  const end = start + Number(query.get('limit') ?? 20)
  const data = items.slice(start, end)
  const last = data.at(-1)
  const more = end < items.length && last
  return {
    data,
    hasMore: end < items.length,
    ...(more ? { nextCursor: more.id } : {}),
    totalCount: items.length,
  }
}
