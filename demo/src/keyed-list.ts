/** A list that keeps the elements of items that remain, so that fields keep their text and the focus. @module */

/** The element of one item. */
export interface Piece<T> {
  readonly root: HTMLElement
  readonly update: (item: T) => void
}

/**
 * Returns a function that shows items in `host`. It adds elements for new items, removes those of missing items, and
 * updates the others.
 *
 * @example
 * const show = keyedList(el('ul'), agentLine)
 * show(agents)
 */
export function keyedList<T extends { readonly id: string }>(
  host: HTMLElement,
  make: (item: T) => Piece<T>,
): (items: readonly T[]) => void {
  const pieces = new Map<string, Piece<T>>()
  return (items) => {
    for (const [id, { root }] of pieces) {
      if (items.some((item) => item.id === id)) continue
      root.remove()
      pieces.delete(id)
    }
    items.forEach((item, index) => {
      const piece = pieces.get(item.id) ?? make(item)
      pieces.set(item.id, piece)
      piece.update(item)
      // An element that is already in its place is not moved, because a moved element loses the focus.
      const there = host.children[index]
      if (there !== piece.root) host.insertBefore(piece.root, there ?? null)
    })
  }
}
