/** The name of a passkey as a person types it, and as it can be sent. @module */

/** What keyboards write in place of a character that may be sent. */
const typed: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc\u00b4\u2032]/g, "'"],
  [/[\u2010-\u2015]/g, '-'],
  [/\s+/g, ' '],
]

/**
 * The name as it is sent: typographic apostrophes and dashes are replaced, as in “Ada’s iPhone”. `undefined` if it cannot be
 * sent: the service takes 1 to 100 letters, digits, spaces and `. _ - ' ( )`, so no emoji, and no scripts whose vowels are
 * separate signs.
 *
 * @example
 * const nickname = passkeyNickname(input.value)
 * if (nickname === undefined) say('Letters and digits only, please.')
 */
export function passkeyNickname(name: string): string | undefined {
  const plain = typed.reduce((text, [from, to]) => text.replace(from, to), name.normalize('NFC')).trim()
  return /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(plain) ? plain : undefined
}
