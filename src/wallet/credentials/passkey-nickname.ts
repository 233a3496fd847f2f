/** Converts the name of a passkey that the user typed into one that can be sent. @module */

/** The characters that keyboards write instead of one that may be sent. */
const typed: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc\u00b4\u2032]/g, "'"],
  [/[\u2010-\u2015]/g, '-'],
  [/\s+/g, ' '],
]

/**
 * Returns the name as it is sent, with typographic apostrophes and dashes replaced, as in “Ada’s iPhone”. Returns
 * `undefined` if it cannot be sent: the service accepts 1 to 100 letters, digits, spaces and `. _ - ' ( )`. That
 * excludes emoji, and scripts that write vowels as combining marks.
 *
 * @example
 * const nickname = passkeyNickname(input.value)
 * if (nickname === undefined) say('Letters and digits only, please.')
 */
export function passkeyNickname(name: string): string | undefined {
  const plain = typed.reduce((text, [from, to]) => text.replace(from, to), name.normalize('NFC')).trim()
  return /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(plain) ? plain : undefined
}
