/** Every page of the documentation is in its navigation, and every link between pages leads somewhere. @module */
import { expect, test } from 'vitest'
import { writtenPages } from '../scripts/docs/content.js'
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
  expect(pages.get('contributing.md')).toContain('](./internals/promises.md)')
})
