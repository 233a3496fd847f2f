/** The sizes that the pages state are the limits that `npm run test:package` holds and prints. @module */
import { expect, test } from 'vitest'
import { doorLimits, firstLoadLimit, pages, totalLimit } from '../scripts/browser-bundle.js'
import { readTree } from './tree.js'

const tree = readTree()

/** Each sentence with its number in parentheses, and the limit in bytes. */
const stated: readonly (readonly [page: string, sentence: RegExp, limit: number])[] = [
  ['README.md', /As Vite builds an app, at most ([\d.]+) KiB gzip load/, firstLoadLimit],
  ['README.md', /provider and hooks, at most ([\d.]+) KiB/, doorLimits.react],
  ['docs/faq.md', /at most ([\d.]+) KiB gzip load before `createWallet`/, firstLoadLimit],
  ['docs/faq.md', /First load, gzip \| at most ([\d.]+) KiB/, firstLoadLimit],
  ['docs/faq.md', /All is at most ([\d.]+) KiB/, totalLimit],
  ['docs/ui.md', /adds at most ([\d.]+) KiB gzip/, doorLimits.react],
  ['docs/ui.md', /load at most ([\d.]+) KiB gzip/, doorLimits.element],
  ['docs/sign-in.md', /adds at most ([\d.]+) KiB gzip/, doorLimits.oidc],
  ['docs/stacks.md', /`dist\/browser\.js`, at most ([\d.]+) KiB gzip/, totalLimit],
]

test.each(stated)('the size in %s after %s is the limit that is held', (page, sentence, limit) => {
  expect(Number(sentence.exec(tree.get(page) ?? '')?.[1]) * 1024).toBe(limit)
})

test('the pages of the FAQ about the first load are those that are measured, with the defaults of Vite', () => {
  expect(Object.keys(pages)).toEqual(['static import', 'top-level await', 'lazy route'])
  const [, answer = ''] = /### What is the bundle size\?\n\n(.+)/.exec(tree.get('docs/faq.md') ?? '') ?? []
  for (const word of ['at the top', 'awaits at its top level', 'lazy route', '`npm run test:package`'])
    expect(answer).toContain(word)
})
