/**
 * Takes out of the published declarations what their readers cannot look up: the comments of the source cite sections
 * of the interface and docs/internals/wire-facts.md, and neither is in a package.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/internals/wire-facts.md'), 'utf8')
const rows = [...page.matchAll(/^\| +(.+?) +\| .+\|$/gm)].map(([, first = '']) => first)
const marks = rows.flatMap((first) => /^`\[(.+)\]`$/.exec(first)?.[1] ?? [])
const sections = rows.filter((first) => /^[A-Z][\w -]*$/.test(first) && !['Mark', 'Section'].includes(first))

/** Between two words of a comment may be the end of its line. */
const space = String.raw`\s+(?:\*\s+)?`
/** @param {readonly string[]} words */
const anyOf = (words) => words.map((each) => each.replaceAll(' ', space)).join('|')

const citations = [
  // [reference], [our choice, wire-facts 8.2]
  new RegExp(`${space}\\[(?:${anyOf(marks)})(?:[,;:] [^\\]]*)?\\]`, 'g'),
  // (wire-facts 3.2), (Session; wire-facts 1.1)
  new RegExp(`${space}\\([^()]*\\bwire-facts${space}\\d[^()]*\\)`, 'g'),
  // (Authentication), (Transaction and Quote, rateDetails)
  new RegExp(`${space}\\((?:${anyOf(sections)})(?: and (?:${anyOf(sections)}))?(?:[,;:]\\s[^()]*)?\\)`, 'g'),
]

/**
 * Returns a declaration without citations.
 *
 * @param {string} source
 */
export const withoutCitations = (source) =>
  source.replaceAll(/\/\*\*[\s\S]*?\*\//g, (comment) =>
    citations.reduce((text, citation) => text.replaceAll(citation, ''), comment),
  )

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const folder of ['dist', 'emulator/dist'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.d.ts')) continue
      const path = join(root, folder, name)
      writeFileSync(path, withoutCitations(readFileSync(path, 'utf8')))
    }
