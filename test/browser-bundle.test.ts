/** The rules for what a browser loads. @module */
import { describe, expect, test } from 'vitest'
import {
  type Chunk,
  firstLoad,
  firstLoadLimit,
  forbiddenIn,
  misplaced,
  sizes,
  totalLimit,
} from '../scripts/browser-bundle.js'

const chunk = (fileName: string, rest: Partial<Chunk> = {}): Chunk => ({
  fileName,
  code: '',
  isEntry: false,
  imports: [],
  modules: [],
  gzip: 1024,
  ...rest,
})

const hpke = chunk('hpke.js', { modules: ['/p/node_modules/@hpke/core/x.js'], gzip: 8 * 1024 })
const shared = chunk('shared.js', { imports: ['deep.js'], gzip: 2048 })
const deep = chunk('deep.js')
const entry = chunk('index.js', { isEntry: true, imports: ['shared.js'] })

describe('first load', () => {
  test('measures the entry and everything that it imports statically, directly or indirectly', () => {
    expect(firstLoad([hpke, deep, shared, entry]).map(({ fileName }) => fileName)).toEqual([
      'index.js',
      'shared.js',
      'deep.js',
    ])
  })

  test('counts chunks that the entry needs, and all chunks for the total, each with its limit', () => {
    expect(sizes('a page', [entry, shared, deep, hpke])).toEqual([
      { name: 'a page: first load', bytes: 4 * 1024, limit: firstLoadLimit },
      { name: 'total', bytes: 12 * 1024, limit: totalLimit },
    ])
  })
})

describe('cryptography', () => {
  test('accepts cryptography in a chunk that loads later', () => {
    expect(misplaced([entry, shared, deep, hpke], ['/@hpke/core/'])).toEqual([])
  })

  test('finds cryptography in the entry', () => {
    expect(misplaced([{ ...entry, modules: hpke.modules }], ['/@hpke/core/'])).toHaveLength(1)
  })

  test('finds cryptography in a chunk that the entry needs', () => {
    expect(misplaced([entry, shared, { ...deep, modules: hpke.modules }], ['/@hpke/core/'])).toHaveLength(1)
  })

  test('reports cryptography that is in no chunk', () => {
    expect(misplaced([entry, hpke], ['/bs58check'])).toEqual(['/bs58check is in no chunk'])
  })
})

describe('forbidden words', () => {
  test.each([
    ['a magic value', 'const a="sandbox-valid-signature"'],
    ['Basic credentials', 'h.set("Authorization",`Basic `+t)'],
    ['a built-in of Node', 'import"node:crypto"'],
    ['Buffer', 'return Buffer.from(e)'],
    ['globalThis.Buffer', 'globalThis.Buffer'],
    ['the environment', 'process.env.NODE_ENV'],
    ['the environment, asked politely', 'process?.env'],
  ])('finds %s in a bundle, also in a chunk that loads later', (_, code) => {
    expect(forbiddenIn([entry, chunk('later.js', { code })])).toHaveLength(1)
  })

  test.each([
    ['ArrayBuffer', 'new ArrayBuffer(8);e.buffer;x instanceof SharedArrayBuffer'],
    ['a key called node', 'let a={node:1}'],
    ['a verb', 'this.reprocess.start();processing.x'],
  ])('does not mistake %s for a forbidden word', (_, code) => {
    expect(forbiddenIn([chunk('index.js', { code })])).toEqual([])
  })
})
