/** Every page of the documentation is in its navigation, and every link between pages leads somewhere. @module */
import { expect, test } from 'vitest'
import { writtenPages } from '../scripts/docs/content.js'
import { homePage } from '../scripts/docs/home.js'
import { navigation } from '../scripts/docs/navigation.js'

const listed = navigation.flatMap(({ pages }) => pages.map(({ page }) => `${page}.md`))
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
  expect(pages.get('flows.md')).toContain('](./backend.md)')
  expect(pages.get('flows.md')).not.toContain('[backend.md]')
  expect(pages.get('internals/promises.md')).toContain('](../browsers.md)')
  expect(pages.get('contributing.md')).toContain('](./internals/tests.md)')
  for (const page of ['faq.md', 'emulator.md', 'sandbox.md'])
    expect(pages.get(page)).toMatch(/\[(Promises|Interface)[^\]]+\]\(\.\/internals\//)
})

test('the home page as Markdown has its heading, its points and what it does not do, and its links lead to pages', () => {
  const home = homePage()
  expect(home).toMatch(/^# embedded-wallet-auth\n\nSign people in to embedded wallets\.\n/)
  expect(home).toContain('## What it does not do')
  expect(home).not.toMatch(/undefined|<|: $/m)
  const linked = [...home.matchAll(/\]\(\.\/([^)#]+)/g)].map(([, page = '']) => page)
  expect(linked.length).toBeGreaterThan(9)
  expect(linked.filter((page) => !listed.includes(page))).toEqual([])
})
