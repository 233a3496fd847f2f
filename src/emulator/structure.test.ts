import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = import.meta.dirname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('fixtures'),
)

/** Of the layers above and beside, the emulator knows the wire contract and the encodings. */
const allowed = [/^\.\.\/(\.\.\/)?spec\/[\w-]+\.js$/, /^\.\.\/(\.\.\/)?encoding\.js$/]
const packages = new Set([
  'hono',
  'jose',
  'valibot',
  '@simplewebauthn/server',
  '@valibot/to-json-schema',
  '@scure/bip39',
  '@scure/bip39/wordlists/english.js',
])

it.each(sources)('%s imports only what the emulator may', (path) => {
  const imports = [...readFileSync(join(root, path), 'utf8').matchAll(/from '([^']+)'/g)].map(
    ([, from = '']) => from,
  )
  const forbidden = imports.filter((from) => {
    if (!from.startsWith('.')) return !packages.has(from)
    const inside =
      !from.startsWith('..') ||
      (path.includes('/') && /^\.\.\/(?!\.\.)/.test(from) && !/^\.\.\/(spec|encoding)/.test(from))
    return !inside && !allowed.some((pattern) => pattern.test(from))
  })
  expect(forbidden).toEqual([])
})
