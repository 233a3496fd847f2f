/** A list that is updated without replacing unchanged items, so that fields keep their text and the focus. @module */

/** The element for one item. */
export interface Piece<T> {
  readonly root: HTMLElement
  readonly update: (item: T) => void
}

/**
 * Returns a function that shows items in `host`: it adds new ones, removes missing ones, and updates all of them.
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
      // Moves only elements that are not in their place, because moving an element removes the focus from it.
      const there = host.children[index]
      if (there !== piece.root) host.insertBefore(piece.root, there ?? null)
    })
  }
}
