/**
 * Checks that bytes are UTF-8 without turning them into a string, because a recovery phrase must never become a string.
 * @module
 */

/**
 * Each row has the first and last lead byte of a range, the number of continuation bytes, and the lowest and highest
 * value of the first continuation byte (RFC 3629, section 4).
 */
const SEQUENCES = [
  [0x00, 0x7f, 0, 0x80, 0xbf],
  [0xc2, 0xdf, 1, 0x80, 0xbf],
  [0xe0, 0xe0, 2, 0xa0, 0xbf],
  [0xe1, 0xec, 2, 0x80, 0xbf],
  [0xed, 0xed, 2, 0x80, 0x9f],
  [0xee, 0xef, 2, 0x80, 0xbf],
  [0xf0, 0xf0, 3, 0x90, 0xbf],
  [0xf1, 0xf3, 3, 0x80, 0xbf],
  [0xf4, 0xf4, 3, 0x80, 0x8f],
] as const

/** Whether the bytes are well-formed UTF-8: no overlong forms, no surrogates, no truncated sequence. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let position = 0; ; ) {
    const lead = bytes[position]
    if (lead === undefined) return true
    const row = SEQUENCES.find(([from, to]) => from <= lead && lead <= to)
    if (!row) return false
    const [, , follow, low, high] = row
    const tail = bytes.subarray(position + 1, position + 1 + follow)
    const wellFormed = tail.every((byte, i) =>
      i === 0 ? low <= byte && byte <= high : 0x80 <= byte && byte <= 0xbf,
    )
    if (tail.length !== follow || !wellFormed) return false
    position += 1 + follow
  }
}
