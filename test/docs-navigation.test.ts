/** Every page of the documentation is in its navigation, and every link between pages leads somewhere. @module */
import { expect, test } from 'vitest'
import { writtenPages } from '../scripts/docs/content.js'
import { navigation } from '../scripts/docs/navigation.js'
import { only, readTree } from './tree.js'

const listed = Object.values(navigation).flatMap((pages) => Object.keys(pages).map((page) => `${page}.md`))
const written = [...writtenPages().keys()]

test('every page of docs/ is in a group of scripts/docs/navigation.js', () => {
  expect(written.filter((page) => !listed.includes(page))).toEqual([])
})

test('every entry of the navigation is a page, and stands there once', () => {
  expect(listed.filter((page) => !page.startsWith('reference/') && !written.includes(page))).toEqual([])
  expect(listed.filter((page, index) => listed.indexOf(page) !== index)).toEqual([])
})

test('a link of a page leads to the same page on the site', () => {
  const pages = writtenPages()
  expect(pages.get('sign-in.md')).toContain('](./step-up.md)')
  expect(pages.get('sign-in.md')).not.toContain('[step-up.md]')
  expect(pages.get('internals/tests.md')).toContain('](../stacks.md#browsers)')
  expect(pages.get('contributing.md')).toContain('](./internals/tests.md)')
  for (const page of ['faq.md', 'emulator.md', 'threat-model.md'])
    expect(pages.get(page)).toMatch(/\[(How|The emulator|Red)[^\]]+\]\(\.\/internals\//)
})

/** The pages that somebody who integrates reads, in this order. */
const path = Object.keys(navigation['The path'] ?? {}).map((page) => `${page}.md`)

/** Counts words, also those in code blocks and tables. */
const words = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const inDocs = [...only(readTree(), /^docs\/[^/]+\.md$/)]

test('the path has six pages of at most 1,200 words, and each leads to the next', () => {
  expect(path).toHaveLength(6)
  const pages = writtenPages()
  for (const [index, page] of path.entries()) {
    const text = pages.get(page) ?? ''
    expect(words(text), page).toBeLessThanOrEqual(1_200)
    expect(text).toContain(`Step ${index + 1} of 6:`)
    const next = path[index + 1]
    if (next !== undefined) expect(text.split('\n').slice(-8).join('\n')).toContain(`](./${next})`)
  }
})

test('docs/ has at most 31 pages and 47,500 words beside the internals', () => {
  expect(inDocs.length).toBeLessThanOrEqual(31)
  const sum = inDocs.reduce((all, [, text]) => all + words(text), 0)
  expect(sum, 'Cut elsewhere: readers have no more time than before.').toBeLessThanOrEqual(47_500)
})

test('counts words of prose, tables and code, and no marks', () => {
  expect(words('A word — and\n\n| `one` | – |\n| --- | --- |\n```ts\nconst a = 1\n```')).toBe(8)
})
