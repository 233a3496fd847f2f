/** A priority queue: a binary heap in a plain array, which a snapshot can contain. @module */

/** Whether `a` comes before `b`. `before(a, b)` and `before(b, a)` must never both be true. */
export type Before<Item> = (a: Item, b: Item) => boolean

/** Adds an item. Takes logarithmic time. */
export function pushHeap<Item>(items: Item[], item: Item, before: Before<Item>): void {
  let at = items.length
  items.push(item)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = items[above]
    if (parent === undefined || !before(item, parent)) break
    items[at] = parent
    at = above
  }
  items[at] = item
}

/** Removes the first item and returns it, or `undefined` if the heap is empty. Takes logarithmic time. */
export function popHeap<Item>(items: Item[], before: Before<Item>): Item | undefined {
  const [first] = items
  const last = items.pop()
  if (last === undefined || items.length === 0) return first
  let at = 0
  for (;;) {
    const below = firstBelow(items, at, before)
    const child = items[below]
    if (child === undefined || !before(child, last)) break
    items[at] = child
    at = below
  }
  items[at] = last
  return first
}

function firstBelow<Item>(items: readonly Item[], at: number, before: Before<Item>): number {
  const left = 2 * at + 1
  const [a, b] = [items[left], items[left + 1]]
  return a !== undefined && b !== undefined && before(b, a) ? left + 1 : left
}
