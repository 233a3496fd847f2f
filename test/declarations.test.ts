/** What the packages publish of comments cites nothing that its readers do not have. @module */
import { expect, test } from 'vitest'
import { withoutCitations } from '../scripts/declarations.js'
import { commentsOf } from '../scripts/scan.js'
import { only, readTree, without } from './tree.js'

const published = without(
  new Map([...readTree('src'), ...readTree('emulator/src')]),
  /\.test\.tsx?$|\/fixtures\/|\.json$|\.css$/,
)

/** Marks, numbered facts and sections of the interface, each of which only the sources can cite. */
const unknownToReaders =
  /\[(?:run|provider SDK|reference|current|our\s+(?:\*\s+)?choice)\b|wire-facts(?!\.md)|\s\((?:Authentication|Session|Quote|Transaction|Limits|AuthMethod)[),;]/

test.each([
  ['/** Opens a key (Session; wire-facts 1.1 to 1.3). */', '/** Opens a key. */'],
  ['/** `POST /agents` [reference] */', '/** `POST /agents` */'],
  ['/**\n * The base58check\n * [reference].\n */', '/**\n * The base58check.\n */'],
  ['/** Its prefix [our\n * choice] (wire-facts 12.2\n * [current]). */', '/** Its prefix. */'],
  ['/** Rates (Quote,\n * exchangeRate). */', '/** Rates. */'],
  ['/** The token (Authentication). `(Session)` */', '/** The token. `(Session)` */'],
  ['export type A = [reference]', 'export type A = [reference]'],
])('%j is published as %j', (source, expected) => {
  expect(withoutCitations(source)).toBe(expected)
})

test('no comment of a declaration cites what is not in the package', () => {
  const left = [...only(published, /\.tsx?$/)].flatMap(([path, source]) =>
    commentsOf(source)
      .filter((comment) => comment.startsWith('/**'))
      .filter((comment) => unknownToReaders.test(withoutCitations(comment)))
      .map((comment) => `${path}: ${comment}`),
  )
  expect(left).toEqual([])
})

test('each page that a comment of a declaration names is in the package', () => {
  const pages = readTree('docs')
  const named = [...only(published, /\.tsx?$/).values()].flatMap((source) =>
    commentsOf(source)
      .filter((comment) => comment.startsWith('/**'))
      .flatMap((comment) => comment.match(/\bdocs\/[\w/-]+\.md/g) ?? []),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((page) => !pages.has(page) || page.startsWith('docs/internals/'))).toEqual([])
})
