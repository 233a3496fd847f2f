/** The pages of the documentation site that are written by hand: those of `docs/`, and some files of the root. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../run.js'

/** Pages by their path below the site's root, with `.md`. @typedef {ReadonlyMap<string, string>} Pages */

/** Files of the root that become pages. @type {Readonly<Record<string, string>>} */
const fromRoot = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
}

/** Every page that is written by hand. @returns {Pages} */
export function writtenPages() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .sort()
  return new Map(
    [
      ...docs.map((name) => [`docs/${name}`, name]),
      .../** @type {[string, string][]} */ (Object.entries(fromRoot)),
    ].map(([source = '', page = '']) => [
      page,
      withLinks(readFileSync(join(root, source), 'utf8'), source, page),
    ]),
  )
}

/**
 * Makes each link a link between pages of the site. A link to a file that is not on the site, such as a source
 * file, becomes the file's path in the repository.
 *
 * @param {string} text
 * @param {string} source
 * @param {string} page
 */
function withLinks(text, source, page) {
  // The package does not contain the internals, so its pages name them without a link. The site has them, so it links.
  const named = text.replaceAll(
    /the page "([^"]+)" of the internals\s+\(`docs\/([^`]+)`\s+in\s+the\s+repository\)/gi,
    (_, title, to) => `[${title}](./${to})`,
  )
  // Code blocks and code spans are not changed.
  return named.replaceAll(
    /^( *)(`{3,}|~{3,})[\s\S]*?^\1\2 *$|(`+)[^`][\s\S]*?\3|\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/gm,
    (whole, _indent, _fence, _span, label, target) => {
      if (target === undefined || /^([a-z]+:|#)/.test(target)) return whole
      const [path = '', hash] = target.split('#')
      const file = posix.join(posix.dirname(source), path)
      if (/^docs\/([\w-]+\.svg|images\/.+)$/.test(file)) return `[${label}](/${file.slice('docs/'.length)})`
      const to = fromRoot[file] ?? (/^docs\/.+\.md$/.test(file) ? file.slice('docs/'.length) : undefined)
      if (to === undefined) return label.includes(file) ? label : `${label} (\`${file}\`)`
      const link = posix.relative(posix.dirname(page), to)
      // On the site, a link shows a page's title, not its file name.
      const name = /^[\w/-]+\.md$/.test(label) ? (titleOf(file) ?? label) : label
      return `[${name}](${link.startsWith('.') ? link : `./${link}`}${hash === undefined ? '' : `#${hash}`})`
    },
  )
}

/** The heading of a file. @param {string} file */
const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
