/** What comments cite: numbered facts, marks, sections of the interface, files; and which of it leads nowhere. @module */
import { commentsOf } from '../scripts/scan.js'
import { only, type Tree, without } from './tree.js'

/** The page that the citations lead to. */
export const factsPage = 'docs/internals/wire-facts.md'

/** What can be cited. */
export interface Citable {
  /** Numbers of facts, such as `3.2`. */
  readonly facts: ReadonlySet<string>
  /** Without brackets, such as `reference`. */
  readonly marks: ReadonlySet<string>
  /** What each section of the interface covers; its parts are named in it. */
  readonly sections: ReadonlyMap<string, string>
}

/** What the page lists. */
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

/** Citations that lead nowhere, a line for each. `exists` answers for a path of the project, file or folder. */
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

/** The comments of a source without their examples, each on a line of its own. */
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

/** `wire-facts 1.2`, `wire-facts 1.1 to 1.3` and `wire-facts 6, 7.3`; the name alone leads to no fact. */
function strayFacts(prose: string, { facts }: Citable): readonly string[] {
  return [...prose.matchAll(/\bwire-facts\b(?!\.(?:md|test))/g)].flatMap(({ index }) => {
    const after = prose.slice(index + 'wire-facts'.length)
    const cited = factNumbers.exec(after)?.[1]?.match(new RegExp(number, 'g')) ?? []
    if (cited.length === 0) return ['wire-facts without a number']
    return cited.filter((one) => !facts.has(one)).map((one) => `wire-facts ${one}, which ${factsPage} lacks`)
  })
}

/** Words in brackets, as in `[reference]` and `[our choice, wire-facts 8.2]`; code in backticks is left alone. */
function strayMarks(prose: string, { marks }: Citable): readonly string[] {
  const text = prose.replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/(?<=^|[\s(])(?<!\} )\[([a-z][\w -]*?)(?:[,;:] [^\]\n]*)?\](?!\()/gm)]
    .map(([, mark = '']) => mark)
    .filter((mark) => !marks.has(mark))
    .map((mark) => `the mark [${mark}], which ${factsPage} does not explain`)
}

/** Parentheses that name something else than a section: standards, requests, names of code. */
const elsewhere = /^(?:RFC \d|SP 800-|SEC1\b|SPKI\b|IEEE |(?:GET|POST|PUT|PATCH|DELETE) \/)/

/**
 * Parentheses that begin with a capital letter cite a section: `(Limits)`, `(Session; Limits)`, `(Limits, Page size)`,
 * `(Customer, kycStatus)`, `(Transaction and Quote, rateDetails)`. What follows a colon, and what begins in lower case after a
 * semicolon, is a remark.
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

/** Paths in backticks on a page: files and folders. */
const codeSpans = (page: string): readonly string[] =>
  [
    ...page
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`((?:docs|test|src|e2e|demo|scripts|bench)\/[\w./-]*)`/g),
  ].map(([, path = '']) => path.replace(/\/$/, ''))

const missingFiles = (paths: readonly string[], exists: (path: string) => boolean): readonly string[] =>
  paths.filter((path) => !exists(path)).map((path) => `${path}, which does not exist`)
