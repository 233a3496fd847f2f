/** Finds elements of the page. @module */

/** Returns the element with this id. Throws if it does not exist, or is not an instance of `kind`. */
export function one<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`)
  return element
}
