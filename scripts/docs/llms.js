/** The documentation for language models: `llms.txt`, an index of the pages, and `llms-full.txt`, their text. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.js'
import { navigation } from './navigation.js'

/** @typedef {import('./content.js').Pages} Pages */

const { name, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Returns a list of the pages, each with its first sentence, in the order of the sidebar. @param {Pages} pages */
export function llmsIndex(pages) {
  const groups = navigation.map(({ title, pages: entries }) => {
    const lines = entries.map(
      ({ page, title }) => `- [${title}](${page}.md): ${firstSentence(pages.get(`${page}.md`) ?? '')}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# ${name}\n\n> ${description}\n\nThe home page is [index.md](index.md), and the whole text is in [llms-full.txt](llms-full.txt).\n\n${groups.join('\n')}`
}

/**
 * Returns the home page and the text of all other pages, except those for maintainers.
 * @param {string} home
 * @param {Pages} pages
 */
export const llmsFull = (home, pages) =>
  [
    `<!-- index.md -->\n\n${home}`,
    ...navigation
      .filter(({ title }) => title !== 'Internals')
      .flatMap(({ pages: entries }) =>
        entries.map(({ page }) => `<!-- ${page}.md -->\n\n${pages.get(`${page}.md`) ?? ''}`),
      ),
  ].join('\n\n')

/** The first sentence below the title. @param {string} text */
const firstSentence = (text) => {
  const [paragraph = ''] = text.replace(/^#.*$/m, '').trim().split(/\n\n/)
  return (/^[\s\S]*?[.:](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph)
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.')
}
