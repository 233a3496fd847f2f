/** Shows a list whose rows keep their elements. @module */

/**
 * A row of a list. While `version` stays the same, the row keeps its element, so focus and expanded details are not
 * lost.
 */
export interface ListRow {
  readonly key: string
  readonly version: string
  readonly make: () => HTMLElement
  /** Called with the row's element if the row keeps it. */
  readonly update?: (element: HTMLElement) => void
}

/** Makes `rows` the children of `parent`. Only the rows that have changed get a new element. */
export function showList(parent: HTMLElement, rows: readonly ListRow[]): void {
  const known = new Map<string, HTMLElement>()
  for (const child of parent.children)
    if (child instanceof HTMLElement) known.set(child.dataset['key'] ?? '', child)
  let at = parent.firstElementChild
  for (const { key, version, make, update } of rows) {
    const old = known.get(key)
    const isSame = old?.dataset['version'] === version
    const element = isSame ? old : make()
    if (isSame) update?.(element)
    element.dataset['key'] = key
    element.dataset['version'] = version
    if (element === at) at = at.nextElementSibling
    else parent.insertBefore(element, at)
  }
  while (at) {
    const next = at.nextElementSibling
    at.remove()
    at = next
  }
}
