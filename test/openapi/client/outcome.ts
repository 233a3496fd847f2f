/** What the calls of a generated client come to. @module */

/** The answer of a call that has to succeed. Throws with what the service said instead. */
export function done<Answer>({
  data,
  error,
  response,
}: {
  readonly data?: Answer
  readonly error?: unknown
  readonly response: Response
}): Answer {
  if (data !== undefined) return data
  throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
}

/** The first of a list that fits. Throws when there is none. */
export function one<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item {
  const found = items.find(fits)
  if (found === undefined) throw new Error(`None of ${items.length} fits.`)
  return found
}
