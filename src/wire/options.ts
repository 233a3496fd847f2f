/** Reads the options that a caller passes: each door has one table of all its options. @module */

/** What the value of an option must be: a test, and the words for it. The test also gets `undefined`. */
export type Option = readonly [isFine: (value: unknown) => boolean, form: string]

/** A table with a row for every option of a type, so that a new option without one does not compile. */
export type Options<Type> = { readonly [Name in keyof Required<Type>]: Option }

/**
 * Throws a `TypeError` for a value that cannot work, and for a name that is in no row: it names the option, and the one
 * that was probably meant. Values are not repeated, because some are secrets.
 *
 * @param prefix the name of the option that contains these, with a full stop
 */
export function checkOptions<Type extends object>(
  given: Type,
  options: Options<Type>,
  prefix: string = '',
): void {
  // A map, or a promise that was not awaited, has no options that could be read.
  if (typeof given !== 'object' || given === null || Symbol.iterator in given || 'then' in given)
    throw new TypeError(`\`${prefix.slice(0, -1) || 'options'}\` must be an object.`)
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(options, name)) continue
    const known = Object.keys(options)
    const word = name.toLowerCase()
    const meant =
      known.find((each) => isNear(each.toLowerCase(), word, 2)) ??
      // Longer words are closer to an option that begins as they do.
      known.find((each) => each.toLowerCase().startsWith(word.slice(0, 3)))
    const question = meant === undefined ? '' : ` Did you mean \`${prefix}${meant}\`?`
    throw new TypeError(`\`${prefix}${name}\` is not an option.${question}`)
  }
  for (const name in options) {
    // A page may have added members to `Object.prototype`, which are no options.
    if (!Object.hasOwn(options, name)) continue
    const [isFine, form] = options[name]
    if (!isFine(given[name])) throw new TypeError(`\`${prefix}${name}\` must be ${form}.`)
  }
}

/** Whether so many letters that are left out, added or replaced, or fewer, turn one word into the other. */
function isNear(one: string, other: string, edits: number): boolean {
  if (edits < 0) return false
  if (one === '' || other === '') return one.length + other.length <= edits
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isNear(rest, otherRest, edits)
  return (
    isNear(rest, otherRest, edits - 1) || isNear(rest, other, edits - 1) || isNear(one, otherRest, edits - 1)
  )
}

/** Makes an option that may be left out. */
export const optional = ([isFine, form]: Option): Option => [
  (value) => value === undefined || isFine(value),
  form,
]

export const aFunction: Option = [(value) => typeof value === 'function', 'a function']
export const anObject: Option = [(value) => typeof value === 'object' && value !== null, 'an object']
export const aText: Option = [(value) => typeof value === 'string' && value !== '', 'a non-empty string']
export const aList: Option = [Array.isArray, 'a list']
export const texts: Option = [
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  'a list of texts',
]
export const aBoolean: Option = [(value) => typeof value === 'boolean', 'true or false']

/** A number of something above 0, such as seconds. */
export const positive = (unit: string): Option => [
  (value) => Number.isFinite(value) && Number(value) > 0,
  `a positive number of ${unit}`,
]

/** An object with these methods, such as a clock. */
export const having = (...methods: readonly string[]): Option => [
  (value) => methods.every((each) => typeof Object(value)[each] === 'function'),
  `an object with ${methods.map((each) => `${each}()`).join(', ')}`,
]

/** One of several words. */
export const oneOf = (...words: readonly string[]): Option => [
  (value) => words.includes(value as string),
  words.map((each) => `"${each}"`).join(' or '),
]

/**
 * The id of a relying party as browsers accept it: a host name in lower case and in ASCII, such as `example.com`,
 * without scheme, port, slash or wildcard, and no address.
 */
export const aRelyingPartyId: Option = [
  (value) =>
    typeof value === 'string' && /^([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z]([a-z\d-]*[a-z\d])?$/.test(value),
  'a host name in lower case, such as example.com, without scheme and port',
]
