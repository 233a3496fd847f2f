/** Checks for UTF-8 without making a string of the bytes: a recovery phrase must never become one. @module */

/** For each range of lead bytes: how many bytes follow, and the range of the first of those (RFC 3629, section 4). */
const SEQUENCES = [
  { from: 0x00, to: 0x7f, follow: 0, low: 0x80, high: 0xbf },
  { from: 0xc2, to: 0xdf, follow: 1, low: 0x80, high: 0xbf },
  { from: 0xe0, to: 0xe0, follow: 2, low: 0xa0, high: 0xbf },
  { from: 0xe1, to: 0xec, follow: 2, low: 0x80, high: 0xbf },
  { from: 0xed, to: 0xed, follow: 2, low: 0x80, high: 0x9f },
  { from: 0xee, to: 0xef, follow: 2, low: 0x80, high: 0xbf },
  { from: 0xf0, to: 0xf0, follow: 3, low: 0x90, high: 0xbf },
  { from: 0xf1, to: 0xf3, follow: 3, low: 0x80, high: 0xbf },
  { from: 0xf4, to: 0xf4, follow: 3, low: 0x80, high: 0x8f },
] as const

/** Whether the bytes are well-formed UTF-8: no overlong forms, no surrogates, nothing cut short. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let position = 0; ; ) {
    const lead = bytes[position]
    if (lead === undefined) return true
    const row = SEQUENCES.find(({ from, to }) => from <= lead && lead <= to)
    if (!row) return false
    const tail = bytes.subarray(position + 1, position + 1 + row.follow)
    const wellFormed = tail.every((byte, i) =>
      i === 0 ? row.low <= byte && byte <= row.high : 0x80 <= byte && byte <= 0xbf,
    )
    if (tail.length !== row.follow || !wellFormed) return false
    position += 1 + row.follow
  }
}
