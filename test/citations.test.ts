/** Every number, mark, section and file that a comment, a page or a title of test/interface cites exists. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentsOf } from '../scripts/scan.js'
import { readTree, root, without } from './tree.js'

/** The page that the citations lead to. */
const factsPage = 'docs/internals/wire-facts.md'

// The samples below cite things that do not exist. The README of an example names files of the example's folder.
const tree = without(readTree(), /^test\/citations\.test\.ts$|^examples\/.+\/README\.md$/)
const page = tree.get(factsPage) ?? ''
const rows = [...page.matchAll(/^\| +(.+?) +\| +(.+?) +\|$/gm)].map(([, first = '', second = '']) => [
  first,
  second,
])
const facts = new Set([...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number))
const marks = rows.flatMap(([first = '']) => /^`\[(.+)\]`$/.exec(first)?.[1] ?? [])
/** The sections of the interface, each with the text that says what it covers and names its parts. */
const sections = new Map(rows.map(([first = '', second = '']) => [first, second]))

/** Returns the comments of a source without their margins and examples, one per line. */
const proseOf = (source: string): string =>
  commentsOf(source)
    .map((comment) => {
      const text = comment
        .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/\s*$/gm, ' ')
        .replace(/@example[\s\S]*/, ' ')
      // A citation may run over two lines, each of which is a comment.
      return `${comment.startsWith('//') ? ' ' : '\n'}${text.replaceAll(/\s+/g, ' ').trim()}`
    })
    .join('')

const number = '\\d+(?:\\.\\d+)?'
const numbers = new RegExp(`^ (${number}(?:(?:, | to | and )${number})*)`)

/** `wire-facts 1.2`, `wire-facts 1.1 to 1.3`, `wire-facts 6, 7.3`. Without a number it cites nothing. */
const strayFacts = (prose: string): readonly string[] =>
  [...prose.matchAll(/\bwire-facts\b(?!\.(?:md|test))/g)].flatMap(({ 0: name, index }) => {
    const cited = numbers.exec(prose.slice(index + name.length))?.[1]?.match(new RegExp(number, 'g'))
    return cited?.filter((one) => !facts.has(one)) ?? [name]
  })

/** A mark is in brackets, as in `[reference]` and `[our choice, wire-facts 8.2]`. Code in backticks is ignored. */
const strayMarks = (prose: string): readonly string[] =>
  [
    ...prose
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/(?<=^|[\s(])(?<!\} )\[([a-z][\w -]*?)(?:[,;:] [^\]\n]*)?\](?!\()/gm),
  ].flatMap(([, mark = '']) => (marks.includes(mark) ? [] : [mark]))

/** Parentheses that do not cite a section: standards and requests. */
const elsewhere = /^(?:RFC \d|SP 800-|SEC1\b|SPKI\b|IEEE |(?:GET|POST|PUT|PATCH|DELETE) \/)/

/**
 * Parentheses that begin with a capital letter cite a section: `(Limits)`, `(Session; Limits)`, `(Limits, Page size)`,
 * `(Transaction and Quote, rateDetails)`. Text after a colon, and text after a semicolon that begins in lower case, is a
 * remark.
 */
const straySections = (prose: string): readonly string[] =>
  [...prose.matchAll(/(?<=^|\s)\(([A-Z][^()\n]*)\)/gm)]
    .flatMap(([, inside = '']) => inside.split('; '))
    .filter((item) => /^[A-Z]/.test(item) && !elsewhere.test(item))
    .map((item) => item.replace(/:.*$/, '').replace(/ \[[^\]]*\]$/, ''))
    .filter((item) => {
      const [names = '', ...parts] = item.split(', ')
      return !(sections.has(names) ? [names] : names.split(' and ')).every(
        (name) =>
          parts.flatMap((part) => part.split(' and ')).every((part) => sections.get(name)?.includes(part)) &&
          sections.has(name),
      )
    })

const path = '(?:docs|test|src|e2e|demo|scripts|bench)/[\\w./-]*'

/** Returns the files of the project that are named, on a page in backticks. */
const missingFiles = (text: string, isPage: boolean): readonly string[] =>
  (isPage
    ? [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(new RegExp(`\`(${path})\``, 'g'))]
    : [...text.matchAll(new RegExp(`(?<![\\w/.-])(${path}\\w\\.(?:md|ts|js|json|html|css|svg))\\b`, 'g'))]
  ).flatMap(([, name = '']) => (existsSync(join(root, name)) ? [] : [name]))

/** Returns what a file cites and what does not exist. */
function strays(file: string, text: string): readonly string[] {
  if (file.endsWith('.md'))
    return file === factsPage ? [] : [...strayFacts(text), ...missingFiles(text, true)]
  if (!/\.[tj]s$/.test(file)) return []
  const prose = proseOf(text)
  const titles = /^test\/interface\//.test(file) ? (text.match(/\([A-Z][^()\n]*\)(?=['`])/g) ?? []) : []
  return [
    ...strayFacts(prose),
    ...strayMarks(prose),
    ...straySections(`${prose}\n${titles.join('\n')}`),
    ...missingFiles(prose, false),
  ]
}

test('everything that the repository cites exists', () => {
  const found = [...tree].flatMap(([file, text]) => strays(file, text).map((stray) => `${file}: ${stray}`))
  expect(found).toEqual([])
})

test('docs/faq.md, which the package contains, explains the marks in its declarations', () => {
  const words = tree.get('docs/faq.md')?.split('## Words')[1] ?? ''
  expect([...marks.map((mark) => `[${mark}]`), 'wire-facts'].filter((each) => !words.includes(each))).toEqual(
    [],
  )
})

test('there are facts, marks and sections to cite', () => {
  expect(marks).toEqual(['run', 'provider SDK', 'reference', 'current', 'our choice'])
  expect(facts).toContain('3.2')
  expect(sections.size).toBeGreaterThan(30)
})

test.each([
  'A challenge (wire-facts 3.9).',
  'A key (wire-facts 1.1 to 1.9).',
  'A key (1.1 of wire-facts).',
  'A key [at dawn].',
  'A key [guess, wire-facts 3.2].',
  'A key (Session; Limit).',
  'A key (Authentication 9).',
  'A page (Limits, Page length).',
  'A page (Signed-retry\n * rule).',
  'Held by test/missing.test.ts.',
])('the citation in “%s” is found to lead nowhere', (text) => {
  expect(strays('src/a.ts', `/** ${text} @module */`)).toHaveLength(1)
})

test.each([
  'A change (Session, clientPublicKey; wire-facts 1.1 to 1.3, 6 [provider SDK]).',
  'Five seconds [our choice, wire-facts 8.2].',
  'A fee (Transaction and Quote, rateDetails).',
  'Moves money (Quotes and transfers; Transfer in and transfer out).',
  'A question (Events 3; POST /transactions/{transactionId}/approve).',
  'A moment (Limits: typically 1 to 5; the paths are [reference]).',
  'HPKE (RFC 9180) with an array `[advise]` and a [link](https://example.com).',
  'Makes one.\n *\n * @example\n * const [one] = make (Anything)\n',
])('the citations in “%s” lead somewhere', (text) => {
  expect(strays('src/a.ts', `/** ${text} @module */\nconst a = '(Sesion)'\n`)).toEqual([])
})

test('a number and a path on a page, and a section in a title, must exist too', () => {
  expect(strays('docs/a.md', 'See wire-facts 99 and `src/missing.ts`, not `src/errors.ts`.')).toHaveLength(2)
  expect(strays('test/interface/a.test.ts', "it('is paid (Transfers)', () => {})")).toEqual(['Transfers'])
})
