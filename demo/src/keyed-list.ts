/** A list that is kept in step with what it shows, without touching what has stayed: fields keep what was typed, and the focus. @module */

/** What shows one item. */
export interface Piece<T> {
  readonly root: HTMLElement
  readonly update: (item: T) => void
}

/**
 * Answers a function that shows items in `host`: new ones are made, gone ones removed, all of them brought up to date.
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
      // Only what is not in its place is put there: moving an element takes the focus from it.
      const there = host.children[index]
      if (there !== piece.root) host.insertBefore(piece.root, there ?? null)
    })
  }
}
