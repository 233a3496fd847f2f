/** docs/internals/names.md has every name that others could set, too. @module */
import { expect, test } from 'vitest'
import { defaultHeaderNames, pageHeaderNames } from '../src/wire/headers.js'
import { only, readTree, shipped } from './tree.js'

const page = readTree('docs/internals').get('docs/internals/names.md') ?? ''
const documented = (name: string): boolean => page.toLowerCase().includes(`\`${name.toLowerCase()}\``)

/** What a page and a backend run. */
const source = only(shipped(), /^src\/(?!cli\/|client\/|sandbox\/)/)

const found = (pattern: RegExp): readonly string[] => [
  ...new Set(
    [...source.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  ),
]

test('every header that is read by its name is in the list of names', () => {
  const names = [
    ...found(/headers\.(?:get|has)\('([^']+)'\)/g),
    ...found(/Header = '([^']+)'/g),
    ...Object.values(pageHeaderNames),
    ...Object.values(defaultHeaderNames),
  ]
  expect(names).toContain('Wallet-Payment-Proof')
  expect(names.filter((name) => !documented(name))).toEqual([])
})

test('every name that begins with the name of the package is in the list of names', () => {
  const names = found(/(?<!from |import\(|\* )['`](embedded-wallet-auth(?![/'`]\w)[^'`\n]*)['`]/g).map(
    (name) => name.replace(/\$\{.*\}/, '…'),
  )
  expect(names).toContain('embedded-wallet-auth oidc redirect')
  expect(
    names.filter((name) => !/^embedded-wallet-auth(-emulator$|\/)/.test(name) && !documented(name)),
  ).toEqual([])
})

test('no storage or name that all programs of a page share is used', () => {
  expect(found(/\b(localStorage|document\.cookie|window\.name|getElementById)\b/g)).toEqual([])
})
