/**
 * No file names a machine, a registry or the brand behind the interface, and no text reads as translated. @module
 */
import { expect, test } from 'vitest'
import { readTree } from './tree.js'

// The words are split, so that this file does not contain them.
const either = (...words: readonly (readonly string[])[]): string =>
  words.map((parts) => parts.join('')).join('|')

interface Word {
  readonly pattern: RegExp
  /** Where it is looked for, and where it is allowed. */
  readonly inside?: RegExp
  readonly exempt?: RegExp
  readonly found: readonly string[]
  readonly allowed: readonly string[]
}

const words: Readonly<Record<string, Word>> = {
  'the host of a registry': {
    pattern: new RegExp(
      either(['registry\\.', '(npmjs|yarnpkg)'], ['npm\\.pkg\\.', 'github'], ['npm', 'mirror']),
      'i',
    ),
    found: [['registry=https://registry.', 'npmjs.org/'].join('')],
    allowed: ['registry=https://example.com'],
  },
  'a path of a machine': {
    pattern: new RegExp(
      either(['(?<![\\w.-])/wo', 'rk/'], ['(?<![\\w.-])/ho', 'me/\\w'], ['(?<![\\w.])C:', '\\\\Users']),
    ),
    found: [['see /wo', 'rk/main/src'].join(''), ['see /ho', 'me/ada'].join('')],
    allowed: ['see ./work'],
  },
  'the brand': {
    // The info string of the sealed key is a literal of the protocol, and a layout in CSS contains a word of the list.
    pattern: new RegExp(
      either(
        ['turn', 'key(?!_hpke)'],
        ['light', 'spark'],
        ['(?<!display:.*)gr', 'id\\b(?!-(template|column|row|area|auto))'],
      ),
      'i',
    ),
    // Vectors made elsewhere and the packages that the benchmark measures keep their published names. Hashes in a lock
    // file can contain anything.
    exempt: /(^|\/)fixtures\/|^package-lock\.json$|^bench\/package(-lock)?\.json$/,
    found: [['// as Turn', 'key does'].join(''), ["'Gr", "id-Wallet-Signature'"].join('')],
    allowed: [['turn', 'key_hpke'].join(''), ['display: inline-gr', 'id; gr', 'id-template: 1fr'].join('')],
  },
  'a turn of phrase that reads as translated': {
    pattern: new RegExp(
      either(
        ['\\b(who', 'ever|what', 'ever|an', 'ew|written', ' down|(nobody|no one)', ' asked)\\b'],
        ['(?<!\\bthere )\\b(is|are|was|were|be|been) no', 'ne\\b(?! of\\b)'],
        ['\\bthe answer', ' (is called|cancels|unsubscribes|stops|ends)\\b'],
      ),
      'i',
    ),
    inside: /^(src|test|e2e|docs)\/|^[A-Z]+\.md$/,
    exempt: /(^|\/)fixtures\//,
    found: [['Starts an', 'ew.'].join(''), ['A key is no', 'ne.'].join('')],
    allowed: ['Where there is none, nothing is sent.', 'This is none of its business.', 'Whenever it ends.'],
  },
}

const lines = [...readTree()].flatMap(([path, text]) =>
  text.split('\n').map((line, index) => ({ path, line, at: `${path}:${index + 1}` })),
)

test.each(Object.entries(words))(
  'no file has %s',
  (_, { pattern, inside = /./, exempt = /^$/, ...samples }) => {
    const found = lines.filter(
      ({ path, line }) => pattern.test(line) && inside.test(path) && !exempt.test(path),
    )
    expect(found.map(({ at }) => at)).toEqual([])
    expect(samples.found.filter((sample) => !pattern.test(sample))).toEqual([])
    expect(samples.allowed.filter((sample) => pattern.test(sample))).toEqual([])
  },
)
