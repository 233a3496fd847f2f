/** Lists of entries in order of creation, with binary search. @module */

/** A record with its place in the order. */
export interface OrderedEntry<Value> {
  readonly id: string
  /** When it was created, in milliseconds since 1970; 0 where the collection has no `orderBy`. */
  readonly at: number
  /** Breaks ties: an entry that was added earlier has a smaller `order`. */
  readonly order: number
  value: Value
}

/** A place in the order, with or without an entry. */
export type Place = Pick<OrderedEntry<unknown>, 'at' | 'order'>

/** Whether a place lies before another. */
const isBefore = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Index of the first entry that is not before a place, or the list's length if every entry is. */
export function indexFrom(list: readonly Place[], place: Place): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const found = list[middle]
    if (found && isBefore(found, place)) low = middle + 1
    else high = middle
  }
  return low
}

/** Lists of this length and longer are changed in place. */
const large = 16

/**
 * The list with one more entry. A short list is copied to save memory, because an array that grows reserves space for
 * more entries.
 */
export function withEntry<Value>(
  list: OrderedEntry<Value>[],
  entry: OrderedEntry<Value>,
): OrderedEntry<Value>[] {
  const index = indexFrom(list, entry)
  if (list.length < large) return [...list.slice(0, index), entry, ...list.slice(index)]
  if (index === list.length) list.push(entry)
  else list.splice(index, 0, entry)
  return list
}

/** The list without an entry that is in it. */
export function withoutEntry<Value>(
  list: OrderedEntry<Value>[],
  entry: OrderedEntry<Value>,
): OrderedEntry<Value>[] {
  list.splice(indexFrom(list, entry), 1)
  return list
}
