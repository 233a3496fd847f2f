/** The tables of docs/emulator.md have every suffix that the emulator knows. @module */
import { describe, expect, test } from 'vitest'
import { declines, issuerDecisions, pullOutcomes } from '../emulator/src/systems/cards/suffixes.js'
import { verificationOutcomes } from '../emulator/src/systems/external-accounts/beneficiary-check.js'
import { outcomesBySuffix } from '../emulator/src/systems/verification/suffixes.js'
import { magicValues } from '../src/sandbox/index.js'
import { quoteRows } from './interface/quote-table.js'
import { transferRows } from './interface/transfer-table.js'
import { umaRows } from './interface/uma-table.js'
import { readTree } from './tree.js'

const tree = readTree()
const page = ['docs/emulator.md', 'docs/internals/emulator.md'].map((path) => tree.get(path) ?? '').join('\n')

/** Returns the part of the page that begins with a title in bold, up to the next such title. */
const part = (title: string): string =>
  page.split(/^(?=\*\*)/m).find((text) => text.startsWith(`**${title}`)) ?? ''

const missing = (title: string, values: readonly string[]): readonly string[] =>
  values.filter((value) => !part(title).includes(`\`${value}`))

describe('docs/emulator.md', () => {
  test.each([
    [
      'A quote to an external account',
      quoteRows.filter(({ outcome }) => outcome !== 'arrives').map(({ suffix }) => suffix),
    ],
    [
      'Transfers in and out',
      transferRows.filter(({ outcome }) => outcome !== 'arrives').map(({ suffix }) => suffix),
    ],
    ['UMA addresses', umaRows.map(({ user }) => `$${user}`)],
    ['The name on an external account', Object.keys(verificationOutcomes)],
    ['Businesses and beneficial owners', [...outcomesBySuffix.keys()]],
    ['Cards', [issuerDecisions, declines, pullOutcomes].flatMap((rows) => Object.keys(rows))],
  ])('%s: has every suffix', (title, values) => {
    expect(values.length).toBeGreaterThan(1)
    expect(missing(title, values)).toEqual([])
  })

  test('has every magic value', () => {
    expect(Object.values(magicValues).filter((value) => !page.includes(`\`${value}\``))).toEqual([])
  })

  test('finds a suffix that a table lacks', () => {
    expect(missing('Transfers in and out', ['002', '099'])).toEqual(['099'])
  })
})
