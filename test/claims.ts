/** Claims: `// shows: some-fact` above a test says that the test shows that fact, promise or call. @module */
import { codeOnly } from '../scripts/scan.js'
import { only, readTree, type Tree } from './tree.js'

/** A test, or a row of its table, with the claims above it. */
export interface Claim {
  readonly file: string
  /** The title without its groups. Placeholders of a table or a loop stay as they are in the source. */
  readonly title: string
  /** Whether `npm test` leaves it to a longer command. */
  readonly isLong: boolean
  /** The ids of what the test shows. */
  readonly shows: readonly string[]
}

export interface Claims {
  readonly claims: readonly Claim[]
  /** Claims above something that is not a test or a row, as `file:line`. */
  readonly astray: readonly string[]
}

/** The claims, by the id of what they show. */
export type Shown = ReadonlyMap<string, readonly Claim[]>

/** One or more lines of claims. */
const block = /^[ \t]*\/\/ shows:.*\n(?:[ \t]*\/\/ shows:.*\n)*/gm

/** The start of a table row, whose first string is the title. */
const row = /^\s*\[?\s*(?=['"`])/

/** Returns every claim of a tree. */
export function claimsIn(tree: Tree): Claims {
  const files = [...tree].map(([file, source]) => claimsOf(file, source))
  return {
    claims: files.flatMap(({ claims }) => claims),
    astray: files.flatMap(({ astray }) => astray),
  }
}

/** Returns the claims of all tests of the project. */
export const allClaims = (): Claims =>
  claimsIn(
    new Map([
      ...only(new Map([...readTree('src'), ...readTree('emulator/src')]), /\.test\.ts$/),
      ...only(readTree('test'), /\.test\.ts$/),
      ...only(readTree('e2e'), /\.ts$/),
    ]),
  )

/** Groups the claims by id, in the order of files and lines. */
export function shownBy(claims: readonly Claim[]): Shown {
  const found = new Map<string, readonly Claim[]>()
  const sorted = [...claims].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  for (const claim of sorted) {
    for (const id of claim.shows) found.set(id, [...(found.get(id) ?? []), claim])
  }
  return found
}

/**
 * Returns a line for each faulty claim: claims above something that is not a test, claims of unknown ids, missing claims,
 * and claims of long tests only.
 */
export function faultsOf({ claims, astray }: Claims, ids: readonly string[]): readonly string[] {
  const shown = shownBy(claims)
  return [
    ...astray.map((place) => `${place}: a claim above nothing that is a test`),
    ...[...shown].flatMap(([id, by]) =>
      ids.includes(id)
        ? []
        : by.map(({ file, title }) => `${file}: “${title}” shows ${id}, which is unknown`),
    ),
    ...ids.filter((id) => !shown.has(id)).map((id) => `no test shows ${id}`),
    ...ids
      .filter((id) => shown.get(id)?.every(({ isLong }) => isLong))
      .map((id) => `only long tests show ${id}`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is the id of two things`),
  ]
}

interface Call {
  readonly title: string
  readonly isLong: boolean
  /** The index at which the call's name begins. `to` is the index at which its arguments end. */
  readonly from: number
  readonly to: number
}

function claimsOf(file: string, source: string): Claims {
  const code = codeOnly(source)
  const calls = callsIn(source, code)
  const claims: Claim[] = []
  const astray: string[] = []
  for (const { 0: lines, index } of source.matchAll(block)) {
    const below = index + lines.length
    const start = below + (/^[ \t]*/.exec(source.slice(below))?.[0].length ?? 0)
    const quote = below + (row.exec(code.slice(below))?.[0].length ?? Number.NaN)
    const test = calls.find(({ from }) => from === start)
    const table = calls.find(({ from, to }) => from < start && start < to)
    const text = textAt(source, code, quote)
    const title =
      test?.title ?? (text === undefined ? undefined : (table?.title.replace(/%\w|\$\w+/, text) ?? text))
    if (title === undefined) astray.push(`${file}:${source.slice(0, index).split('\n').length}`)
    else {
      claims.push({
        file,
        isLong: test?.isLong ?? false,
        title: title.replaceAll(/\$\{[^}]*\}/g, '…'),
        shows: [...lines.matchAll(/shows:(.*)/g)].flatMap(([, ids = '']) =>
          ids.split(',').map((id) => id.trim()),
        ),
      })
    }
  }
  return { claims, astray }
}

/** Returns the tests in the order in which they begin. Skipped tests are left out. */
function callsIn(source: string, code: string): readonly Call[] {
  const names = /(?<![\w.$])(?:it|test)(?:\.(?:each|for|skipIf|runIf))?\s*(?=[(<])/g
  return [...code.matchAll(names)].flatMap(({ 0: name, index }) => {
    const first = pastTypes(code, index + name.length)
    const end = closeOf(code, first)
    // The first parentheses contain a table or a condition, and the second ones the title.
    const open = code[end + 1] === '(' ? end + 1 : first
    const title = textAt(source, code, open + 1 + (/^\s*/.exec(code.slice(open + 1))?.[0].length ?? 0))
    if (title === undefined) return []
    const to = closeOf(code, open)
    const [head = ''] = source.slice(open, to).split('=>', 1)
    const isLong = /\{\s*tag: '@long'/.test(head)
    return [{ title, isLong, from: index, to }]
  })
}

/** Returns the index after the type arguments of a call, if it has any. */
function pastTypes(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code[at]
    if (char === '<') depth += 1
    if (char === '>' && code[at - 1] !== '=') depth -= 1
    if (char === '(' && depth === 0) return at
  }
  return code.length
}

/** Returns the index at which the bracket that opens at `open` closes. */
function closeOf(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const char = code[at]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth === 0) return at
  }
  return code.length
}

/** Returns the string literal that begins at `begin`, or `undefined`. */
function textAt(source: string, code: string, begin: number): string | undefined {
  const quote = code[begin] ?? ''
  if (!["'", '"', '`'].includes(quote)) return undefined
  // The placeholders of a template contain code, which may contain further strings.
  const end = quote === '`' ? endOfTemplate(source, begin) : code.indexOf(quote, begin + 1)
  return source.slice(begin + 1, end).replaceAll(/\\(.)/g, '$1')
}

function endOfTemplate(source: string, begin: number): number {
  return begin + (/^`(?:\\.|\$\{[^}]*\}|[^`\\])*/.exec(source.slice(begin))?.[0].length ?? 1)
}
