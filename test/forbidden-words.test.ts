/** No file names a machine, a registry or the brand behind the interface. @module */
import { describe, expect, test } from 'vitest'
import { readTree, type Tree, without } from './tree.js'

interface Word {
  readonly name: string
  readonly pattern: RegExp
  readonly exempt: RegExp
}

// The words are split, so that this file does not contain them.
const either = (...words: readonly (readonly string[])[]): string =>
  words.map((parts) => parts.join('')).join('|')

const words: readonly Word[] = [
  {
    name: 'registry host',
    pattern: new RegExp(
      either(['registry\\.', '(npmjs|yarnpkg)'], ['npm\\.pkg\\.', 'github'], ['npm', 'mirror']),
      'i',
    ),
    exempt: /^$/,
  },
  {
    name: 'path of a machine',
    pattern: new RegExp(
      either(['(?<![\\w.-])/wo', 'rk/'], ['(?<![\\w.-])/ho', 'me/\\w'], ['(?<![\\w.])C:', '\\\\Users']),
    ),
    exempt: /^$/,
  },
  {
    name: 'brand',
    // The info string of the sealed key is a literal of the protocol.
    pattern: new RegExp(either(['turn', 'key(?!_hpke)'], ['light', 'spark'], ['gr', 'id\\b']), 'i'),
    // Vectors made elsewhere and the packages that the benchmark measures keep their published names. Hashes in a lock
    // file can contain anything.
    exempt: /(^|\/)fixtures\/|^package-lock\.json$|^bench\/package(-lock)?\.json$/,
  },
]

/** CSS properties for layout contain a word of the list. */
const layout = new RegExp(either(['display:\\s*(inline-)?gr', 'id\\b'], ['\\bgr', 'id-[a-z]+']), 'g')

function found(tree: Tree, { pattern, exempt }: Word): readonly string[] {
  return [...without(tree, exempt)].flatMap(([path, text]) =>
    text
      .replaceAll(/(\.(css|html)|-style\.ts)$/.test(path) ? layout : /(?!)/g, '')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )
}

const word = (name: string): Word => {
  const row = words.find((candidate) => candidate.name === name)
  if (row === undefined) throw new Error(`no word ${name}`)
  return row
}
const sample = (path: string, ...parts: readonly string[]): Tree => new Map([[path, parts.join('')]])

describe('forbidden words', () => {
  const tree = readTree()

  test.each(words.map((row) => [row.name, row] as const))('no file has a %s', (_, row) => {
    expect(found(tree, row)).toEqual([])
  })

  test.each([
    ['registry host', sample('.npmrc', 'registry=https://registry.', 'npmjs.org/')],
    ['path of a machine', sample('README.md', 'see /wo', 'rk/main/src')],
    ['path of a machine', sample('README.md', 'see /ho', 'me/ada')],
    ['brand', sample('src/a.ts', '// as Turn', 'key does')],
    ['brand', sample('src/a.ts', "'Gr", "id-Wallet-Signature'")],
    ['brand', sample('demo/style.ts', 'display: gr', 'id')],
  ])('finds a %s', (name, tree) => {
    expect(found(tree, word(name))).toHaveLength(1)
  })

  test.each([
    ['the info string of the sealed key', sample('src/wallet/crypto/hpke.ts', "utf8('turn", "key_hpke')")],
    ['vectors made elsewhere', sample('src/crypto/fixtures/a.json', 'turn', 'key')],
    ['the layout of a page', sample('demo/style.css', 'display: gr', 'id; gr', 'id-template-columns: 1fr')],
    ['the layout of a style sheet in code', sample('emulator/src/a-style.ts', 'gr', 'id-column: 1')],
  ])('allows %s', (_, tree) => {
    expect(found(tree, word('brand'))).toEqual([])
  })
})

describe('package-lock.json', () => {
  test('package-lock.json has no download addresses: they would bind an installation to the machine that made it', () => {
    const lock = readTree().get('package-lock.json') ?? '"resolved": "http://missing"'
    // The two packages of this repository are links to their folders.
    const folders = ['"resolved": ""', '"resolved": "emulator"']
    expect(lock.match(/"resolved":\s*"[^"]*"/g)).toEqual(folders)
  })
})
