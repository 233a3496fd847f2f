/** Checks the results of a generated client. @module */

/** Returns the answer to a call. Throws with the service's error if the call failed. */
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

/** Returns the first item that fits. Throws if there is none. */
export function one<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item {
  const found = items.find(fits)
  if (found === undefined) throw new Error(`None of ${items.length} fits.`)
  return found
}
