/**
 * Finds what comments cite (numbered facts, marks, sections of the interface, files), and which citations do not exist.
 * @module
 */
import { commentsOf } from '../scripts/scan.js'
import { only, type Tree, without } from './tree.js'

/** The page that the citations lead to. */
export const factsPage = 'docs/internals/wire-facts.md'

/** What can be cited. */
export interface Citable {
  /** The numbers of the facts, such as `3.2`. */
  readonly facts: ReadonlySet<string>
  /** The marks without brackets, such as `reference`. */
  readonly marks: ReadonlySet<string>
  /** The sections of the interface, each with the text that says what it covers and names its parts. */
  readonly sections: ReadonlyMap<string, string>
}

/** Returns what the page lists. */
export function citableIn(page: string): Citable {
  const rows = [...page.matchAll(/^\| +(.+?) +\| +(.+?) +\|$/gm)].map(
    ([, first = '', second = '']): [string, string] => [first, second],
  )
  const isMark = /^`\[(.+)\]`$/
  return {
    facts: new Set([...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number)),
    marks: new Set(rows.flatMap(([first]) => isMark.exec(first)?.[1] ?? [])),
    sections: new Map(rows.filter(([first]) => !isMark.test(first) && /^[A-Z]/.test(first))),
  }
}

/**
 * Returns a line for each citation of something that does not exist. `exists` tells whether a file or folder of the
 * project exists.
 */
export function strayCitations(
  tree: Tree,
  citable: Citable,
  exists: (path: string) => boolean,
): readonly string[] {
  const sources = only(tree, /\.(ts|js)$/)
  const pages = without(only(tree, /\.md$/), new RegExp(`^${factsPage}$`))
  return [
    ...[...sources].flatMap(([path, text]) => {
      const prose = proseOf(text)
      return [
        ...strayFacts(prose, citable),
        ...strayMarks(prose, citable),
        ...straySections(prose, citable),
        ...missingFiles(filesIn(prose), exists),
      ].map((stray) => `${path} cites ${stray}`)
    }),
    ...[...pages].flatMap(([path, text]) =>
      [...strayFacts(text, citable), ...missingFiles(codeSpans(text), exists)].map(
        (stray) => `${path} cites ${stray}`,
      ),
    ),
  ]
}

/** Returns the comments of a source without their examples, one per line. */
function proseOf(source: string): string {
  return commentsOf(source)
    .map((comment) => {
      const text = comment
        .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/\s*$/gm, ' ')
        .replace(/@example[\s\S]*/, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
      // A citation may run over two lines, each of which is a comment.
      return `${comment.startsWith('//') ? ' ' : '\n'}${text}`
    })
    .join('')
}

const number = '\\d+(?:\\.\\d+)?'
const factNumbers = new RegExp(`^ (${number}(?:(?:, | to | and )${number})*)`)

/**
 * Finds wrong citations of facts. The valid forms are `wire-facts 1.2`, `wire-facts 1.1 to 1.3` and
 * `wire-facts 6, 7.3`.
 */
function strayFacts(prose: string, { facts }: Citable): readonly string[] {
  return [...prose.matchAll(/\bwire-facts\b(?!\.(?:md|test))/g)].flatMap(({ index }) => {
    const after = prose.slice(index + 'wire-facts'.length)
    const cited = factNumbers.exec(after)?.[1]?.match(new RegExp(number, 'g')) ?? []
    if (cited.length === 0) return ['wire-facts without a number']
    return cited.filter((one) => !facts.has(one)).map((one) => `wire-facts ${one}, which ${factsPage} lacks`)
  })
}

/**
 * Finds unknown marks. A mark is in brackets, as in `[reference]` and `[our choice, wire-facts 8.2]`. Code in backticks
 * is ignored.
 */
function strayMarks(prose: string, { marks }: Citable): readonly string[] {
  const text = prose.replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/(?<=^|[\s(])(?<!\} )\[([a-z][\w -]*?)(?:[,;:] [^\]\n]*)?\](?!\()/gm)]
    .map(([, mark = '']) => mark)
    .filter((mark) => !marks.has(mark))
    .map((mark) => `the mark [${mark}], which ${factsPage} does not explain`)
}

/** Parentheses that do not cite a section: standards and requests. */
const elsewhere = /^(?:RFC \d|SP 800-|SEC1\b|SPKI\b|IEEE |(?:GET|POST|PUT|PATCH|DELETE) \/)/

/**
 * Parentheses that begin with a capital letter cite a section: `(Limits)`, `(Session; Limits)`, `(Limits, Page size)`,
 * `(Customer, kycStatus)`, `(Transaction and Quote, rateDetails)`. Text after a colon, and text after a semicolon that
 * begins in lower case, is a remark.
 */
function straySections(prose: string, { sections }: Citable): readonly string[] {
  return [...prose.matchAll(/(?<=^|\s)\(([A-Z][^()\n]*)\)/gm)]
    .flatMap(([, inside = '']) => inside.split('; '))
    .filter((item) => /^[A-Z]/.test(item) && !elsewhere.test(item))
    .map((item) => item.replace(/:.*$/, '').replace(/ \[[^\]]*\]$/, ''))
    .filter((item) => !isSection(item, sections))
    .map((item) => `(${item}), which is not a section that ${factsPage} lists`)
}

function isSection(item: string, sections: Citable['sections']): boolean {
  const [names = '', ...parts] = item.split(', ')
  return (sections.has(names) ? [names] : names.split(' and ')).every((name) => {
    const covers = sections.get(name)
    return (
      covers !== undefined &&
      parts.flatMap((part) => part.split(' and ')).every((part) => covers.includes(part))
    )
  })
}

const inProject =
  /(?<![\w/.-])(?:docs|test|src|e2e|demo|scripts|bench)\/[\w./-]*\w\.(?:md|ts|js|json|html|css|svg)\b/g

const filesIn = (prose: string): readonly string[] => prose.match(inProject) ?? []

/** Returns the text in backticks on a page. */
const codeSpans = (page: string): readonly string[] =>
  [
    ...page
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`((?:docs|test|src|e2e|demo|scripts|bench)\/[\w./-]*)`/g),
  ].map(([, path = '']) => path.replace(/\/$/, ''))

const missingFiles = (paths: readonly string[], exists: (path: string) => boolean): readonly string[] =>
  paths.filter((path) => !exists(path)).map((path) => `${path}, which does not exist`)
