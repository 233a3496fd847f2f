/** Mutates texts: flips, cuts, splices and repeats characters, and uses other scripts. @module */
import type { Random } from './random.js'

const pieces = [
  ...[
    '',
    ' ',
    '\0',
    '\n',
    '\r\n',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\ud800',
    '\udc00',
    '💥',
    'é',
    'é',
    'ß',
    'İ',
  ],
  ...[
    '0',
    '-0',
    '1e999',
    '-1',
    '9007199254740993',
    'NaN',
    'true',
    'null',
    '{}',
    '[]',
    '""',
    '"',
    '\\',
    '\\u0000',
  ],
  ...[
    '__proto__',
    'constructor',
    '../',
    '%2e%2e%2f',
    '%00',
    '?',
    '#',
    '&',
    '=',
    ';',
    '<script>',
    '==',
    '.',
    '..',
  ],
] as const

/** @param other a text that is spliced in now and then */
export function mutateText(random: Random, text: string, other: string): string {
  const at = random.below(text.length + 1)
  const to = Math.min(text.length, at + 1 + random.below(8))
  const ways: [() => string, ...(() => string)[]] = [
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + random.pick(pieces) + text.slice(at),
    () => text.slice(0, at) + random.pick(pieces) + text.slice(to),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x80)) + text.slice(at + 1),
    () => text.slice(0, at) + flipped(text.charCodeAt(at), random) + text.slice(at + 1),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at + 1),
    () => text.slice(0, at) + other.slice(random.below(other.length + 1)),
    () => text.slice(0, at) + text.slice(at, to).repeat(1 + random.below(6)) + text.slice(to),
    () => (random.oneIn(2) ? text.toUpperCase() : text.toLowerCase()),
    () => text.slice(0, at) + text.slice(at, to).split('').reverse().join('') + text.slice(to),
    () => (random.oneIn(20) ? text.repeat(1 + random.below(400)).slice(0, 100_000) : text + text),
    () => random.pick(pieces),
  ]
  return random.pick(ways)()
}

const flipped = (code: number, random: Random): string =>
  Number.isNaN(code) ? '' : String.fromCharCode(code ^ (1 << random.below(8)))

/** Mutates bytes in the same ways. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes)
  const at = random.below(copy.length || 1)
  const ways: [() => Uint8Array<ArrayBuffer>, ...(() => Uint8Array<ArrayBuffer>)[]] = [
    () => copy.with(Math.min(at, copy.length - 1), (copy[at] ?? 0) ^ (1 << random.below(8))),
    () => copy.with(Math.min(at, copy.length - 1), random.pick([0, 1, 0x7f, 0x80, 0xff])),
    () => copy.slice(0, at),
    () => Uint8Array.of(...copy, random.below(256)),
    () => Uint8Array.of(...copy.slice(0, at), random.below(256), ...copy.slice(at)),
    () => Uint8Array.of(...copy.slice(0, at), ...copy.slice(at + 1)),
  ]
  return copy.length === 0 ? Uint8Array.of(random.below(256)) : random.pick(ways)()
}
