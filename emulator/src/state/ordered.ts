/** Lists of entries, sorted by time of creation, with binary search. @module */

/** A record, with its place in the order. */
export interface OrderedEntry<Value> {
  readonly id: string
  /** When the record was created, in milliseconds since 1970. 0 if the collection has no `orderBy`. */
  readonly at: number
  /** Breaks ties between entries with the same `at`: an entry that was added earlier has a smaller `order`. */
  readonly order: number
  value: Value
}

/** A place in the order. There need not be an entry at this place. */
export type Place = Pick<OrderedEntry<unknown>, 'at' | 'order'>

const isBefore = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Returns the index of the first entry at or after a place, or the list's length if there is none. */
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

/** `withEntry` changes lists of at least this length in place, and copies shorter ones. */
const large = 16

/**
 * Returns the list with the entry inserted at its place. A short list is copied, because an array that grows in place
 * reserves memory for further entries.
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

/** Removes an entry from a list and returns that list. */
export function withoutEntry<Value>(
  list: OrderedEntry<Value>[],
  entry: OrderedEntry<Value>,
): OrderedEntry<Value>[] {
  list.splice(indexFrom(list, entry), 1)
  return list
}
