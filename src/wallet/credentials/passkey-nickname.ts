/** Converts a typed passkey name to a name that the service accepts. @module */

/** Characters that keyboards insert but the service refuses, each with the plain character to send instead. */
const typed: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc\u00b4\u2032]/g, "'"],
  [/[\u2010-\u2015]/g, '-'],
  [/\s+/g, ' '],
]

/**
 * Returns the name in the form that is sent: curly apostrophes, as in “Ada’s iPhone”, and long dashes become plain
 * apostrophes and hyphens. Returns `undefined` if the name cannot be sent: the service accepts 1 to 100 letters,
 * digits, spaces and `. _ - ' ( )`. That excludes emoji, and scripts that write vowels as combining marks.
 *
 * @example
 * const nickname = passkeyNickname(input.value)
 * if (nickname === undefined) say('Letters and digits only, please.')
 */
export function passkeyNickname(name: string): string | undefined {
  const plain = typed.reduce((text, [from, to]) => text.replace(from, to), name.normalize('NFC')).trim()
  return /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(plain) ? plain : undefined
}
