/** Makes the page that lists how the interface is covered: its calls, the tables of the sandbox, its facts. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemRoutes } from '../../emulator/src/handler/bind-route.js'
import type { AnyRoute } from '../../src/wire/route.js'
import { routes } from '../../src/wire/routes.js'
import type { Shown } from '../claims.js'
import { only, readTree, root } from '../tree.js'
import type { Calls } from './calls.js'
import type { Section } from './facts.js'
import { type QuoteRow, quoteRows } from './quote-table.js'
import { type TransferRow, transferRows } from './transfer-table.js'
import { type UmaRow, umaRows } from './uma-table.js'

/** Returns a table as Markdown. Throws for an empty cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  for (const row of rows) {
    if (row.length !== head.length || row.some((cell) => cell.trim() === '')) {
      throw new Error(`An empty cell: ${row.join(' | ')}`)
    }
  }
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

/** Returns the tests that show a fact or a call, as one cell. */
function tests(shown: Shown, id: string): string {
  const claims = shown.get(id) ?? []
  return [...new Set(claims.map(({ file }) => file))]
    .map((file) => {
      const titles = claims.filter((claim) => claim.file === file).map(({ title }) => `“${title}”`)
      return `${code(file)}: ${titles.join('; ')}`
    })
    .join('<br>')
}

const row = /: (?:Bodiless<\s*)?TypedRoute<\s*([^=]+?),?\s*>(?:\s*>)?\s*=\s*\{\s*operation: '(\w+)'/g

/** Returns the file of each operation's row, and the types of its schemas: `body → answer`. */
export function schemas(): ReadonlyMap<string, string> {
  const rows = [...only(readTree('src/wire'), /(?<!\.test)\.ts$/)].flatMap(([file, source]) =>
    [...source.matchAll(row)].map(([, types = '', operation = '']): [string, string] => {
      const [body = '', answer = ''] = apart(types.replaceAll(/\s+/g, ' '))
      return [operation, `${code(file)}: ${shown(body)} → ${shown(answer)}`]
    }),
  )
  return new Map(rows)
}

const shown = (type: string): string => (type === 'undefined' ? 'nothing' : type === '' ? '' : code(type))

/** Splits arguments at the commas that are not inside brackets. */
function apart(types: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const char of types) {
    if ('<{(['.includes(char)) depth += 1
    if ('>})]'.includes(char)) depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${char}`)
  }
  return parts.map((part) => part.trim())
}

/** Returns the module that answers each operation. */
export async function answeringModules(): Promise<ReadonlyMap<string, string>> {
  const files = [...only(readTree('emulator/src/systems'), /routes\.ts$/).keys()].sort()
  const found = new Map<string, string>()
  for (const file of files) {
    const module: object = await import(join(root, file))
    for (const routes of Object.values(module) as unknown[]) {
      // The other exports of a route module are not lists.
      for (const { route } of Array.isArray(routes) ? (routes as SystemRoutes) : [])
        found.set(route.operation, file)
    }
  }
  return found
}

/** Returns a table with a row for each call. Throws for an empty cell. */
export async function callTable(rows: readonly AnyRoute[], facts: Calls, shown: Shown): Promise<string> {
  const [schemaOf, moduleOf] = [schemas(), await answeringModules()]
  return table(
    ['Call', 'Schemas and emulator', 'Test'],
    rows.map(({ operation, method, path }) => {
      const [by, does] =
        operation in facts.interface
          ? ['interface', facts.interface[operation]]
          : ['[reference]', facts['[reference]'][operation]]
      const [schema, module] = [schemaOf.get(operation), moduleOf.get(operation)]
      return [
        [code(`${method} ${path}`), code(`${operation}()`), by].join('<br>'),
        schema && does && module ? `${schema}<br>${code(module)}: ${does}` : '',
        tests(shown, operation),
      ]
    }),
  )
}

/** Returns the facts with the tests that show them, one table per section. */
const factTables = (sections: readonly Section[], shown: Shown): string =>
  sections
    .map(
      ({ section, facts }) =>
        `### ${section}\n\n${table(
          ['Fact', 'Shown by'],
          Object.entries(facts).map(([id, fact]) => [fact, tests(shown, id)]),
        )}`,
    )
    .join('\n\n')

const dollars = (cents: number): string => (cents / 100).toFixed(2)
const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.map(code).join(', '))
const or = (text: string | undefined): string => (text === undefined ? 'none' : code(text))
const after = (ms: number): string => (ms === 0 ? 'at once' : `after ${ms / 1000} s`)

const transferCells = (row: TransferRow): readonly string[] => [
  `${row.direction} ${row.suffix}`,
  row.outcome,
  `${code(row.status)} ${after(row.endsAfter)}`,
  or(row.reason),
  or(row.refund),
  dollars(row.held),
  list(row.webhooks),
]

const quoteCells = (row: QuoteRow): readonly string[] => [
  row.suffix,
  row.outcome,
  row.moments.map(({ at, transaction }) => `${code(transaction)} ${after(at)}`).join(', '),
  or(row.reason),
  or(row.moments.at(-1)?.refund),
  dollars(row.held),
  list(row.webhooks),
]

const umaCells = ({ user, outcome, status, endsAfter, outgoing }: UmaRow): readonly string[] => [
  code(`$${user}`),
  outcome,
  `${code(status)} ${after(endsAfter)}`,
  or(outgoing.reason),
  or(outgoing.refund),
  dollars(outgoing.held),
  list(outgoing.webhooks),
]

const sandboxTables = (): string => {
  const head = ['Outcome', 'Status', 'Reason', 'Refund', 'Left of 1000.00 USD', 'Webhooks']
  return [
    `### Transfers\n\n${table(['Suffix', ...head], transferRows.map(transferCells))}`,
    `### Quotes to external accounts\n\n${table(['Suffix', ...head], quoteRows.map(quoteCells))}`,
    `### Quotes to UMA addresses\n\n${table(['Address', ...head], umaRows.map(umaCells))}`,
  ].join('\n\n')
}

/** Returns the page. */
export async function coveragePage(
  calls: Calls,
  sections: readonly Section[],
  shown: Shown,
): Promise<string> {
  const count = sections.reduce((sum, { facts }) => sum + Object.keys(facts).length, 0)
  return `# How the interface is covered

Generated by \`test/interface/coverage.test.ts\` from the route table, from the expectations of the tests, from the lists in
\`test/interface\`, and from the tests that claim to show a fact or a call: \`UPDATE=1 npx vitest run test/interface/coverage\`.
\`%s\`, \`$name\` and … stand for the values of a table.

## Calls

The ${routes.length} calls that the project knows, each with its method of the client. \`interface\`: the interface names the call.
\`[reference]\`: only the addendum does.

${await callTable(routes, calls, shown)}

## The sandbox's tables

What the tests over HTTP expect for each suffix and address, independent of the emulator's own tables. Each row of the
name check, of businesses, owners, magic values, errors and limits also has a test, listed below.

${sandboxTables()}

## Facts

The ${count} conditions, bounds and states that the interface names, in our own words.

${factTables(sections, shown)}
`
}

/** The path of the page. */
export const coveragePath: string = join(root, 'docs/internals/interface-coverage.md')

/** Reads the page as it is. */
export const coverageWritten = (): string => readFileSync(coveragePath, 'utf8')
