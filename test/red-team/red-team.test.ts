/**
 * Plays the lying backends. docs/internals/red-team.md shows their table and the tables of the scripts in `e2e/red-team`.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { jackings as framedJackings } from '../../e2e/framed/click-jackings.js'
import { jackings } from '../../e2e/red-team/click-jacking.js'
import { paymentAttempts } from '../../e2e/red-team/proven-payments.js'
import { hostileScripts } from '../../e2e/red-team/scripts.js'
import { root } from '../tree.js'
import { lyingBackends, playedAgainst } from './lying-backends.js'
import { relayedBy, relayingBackends } from './relaying-backends.js'

describe('a backend that lies', () => {
  test.each(lyingBackends)('a backend that $does gets: $gets', async (row) => {
    expect(await playedAgainst(row)).toBe(row.gets)
  })
})

describe.each(['sealed', 'client-held'] as const)('a backend that relays, with %s keys', (era) => {
  test.each(relayingBackends.map((row) => ({ ...row, gain: row.gets[era] })))(
    'a backend that $does gets: $gain',
    async (row) => {
      expect(await relayedBy(row, era)).toBe(row.gain)
    },
  )
})

const page = `${root}docs/internals/red-team.md`
/** Has the table of the two ways to get a session key. */
const model = `${root}docs/threat-model.md`
const how = 'The tables are out of date: UPDATE=1 npx vitest run test/red-team'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const scripts = table(
  [
    'A script that …',
    'there before: library alone',
    'with policy',
    'arriving 1 s after: library alone',
    'with policy',
    'with policy, proof spent',
    'with policy, proof past `maxAge`',
    '`client-held`, library alone: there before',
    'arriving 1 s after',
  ],
  hostileScripts.map(({ tries, gets: { before, after, later = ['not played', 'not played'], held } }) => [
    tries,
    ...[...before, ...after, ...later, ...held].map((gain) => (gain === 'nothing' ? '–' : gain)),
  ]),
)

const backends = table(
  ['A backend that …', 'gets'],
  lyingBackends.map(({ does, gets }) => [does, gets === 'nothing' ? '–' : gets]),
)

const eras = table(
  ['A backend that …', '`sealed`', '`client-held`'],
  relayingBackends.map(({ does, gets }) => [
    does,
    ...([gets.sealed, gets['client-held']] as const).map((gain) => (gain === 'nothing' ? '–' : gain)),
  ]),
)

const jacked = table(
  ['Who', 'tries', 'the person', 'proof', 'gets'],
  jackings.map(({ by, tries, person, proof = '', gets }) => [
    by,
    tries,
    person,
    proof,
    gets === 'nothing' ? '–' : gets,
  ]),
)

const payments = table(
  ['A script that …', 'the person', 'pays'],
  paymentAttempts.map(({ tries, person, gets }) => [tries, person, gets === 'nothing' ? '–' : 'yes']),
)

const framed = table(
  ['A page around the frame that …', 'gets'],
  framedJackings.map(({ tries }) => [tries, '–']),
)

/** Returns the page with `content` between the markers of a name. */
const marked = (page: string, name: string, content: string): string =>
  page.replace(
    new RegExp(`(<!-- ${name}: begin -->\n)[\\s\\S]*?(\n<!-- ${name}: end -->)`),
    (_, begin, end) => `${begin}\n<!-- prettier-ignore -->\n${content}\n${end}`,
  )

test.each([page, model])('%s shows what every script and every backend gets', (path) => {
  const text = readFileSync(path, 'utf8')
  const tables = { scripts, payments, jackings: jacked, framed, eras, backends }
  const generated = Object.entries(tables).reduce(
    (filled, [name, content]) => marked(filled, name, content),
    text,
  )
  if (process.env['UPDATE']) writeFileSync(path, generated)
  expect(readFileSync(path, 'utf8'), how).toBe(generated)
})

test('every script, every attempt at a payment or at click-jacking and every backend is a line of the page of the red team or of the threat model', () => {
  const lines = [page, model].flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  const missing = [
    ...hostileScripts.map(({ tries }) => tries),
    ...jackings.map(({ tries }) => tries),
    ...framedJackings.map(({ tries }) => tries),
    ...paymentAttempts.map(({ tries }) => tries),
    ...lyingBackends.map(({ does }) => does),
    ...relayingBackends.map(({ does }) => does),
  ].filter((text) => !lines.some((line) => line.startsWith('|') && line.includes(`| ${text} |`)))
  expect(missing).toEqual([])
})

test('no script is there twice, and there are as many as the threat model says', () => {
  expect(new Set(hostileScripts.map(({ tries }) => tries)).size).toBe(hostileScripts.length)
  expect(readFileSync(model, 'utf8')).toContain(`${hostileScripts.length} such scripts`)
  expect(hostileScripts.length).toBeGreaterThanOrEqual(30)
  expect(lyingBackends.length).toBeGreaterThanOrEqual(10)
  expect(new Set(jackings.map(({ tries }) => tries)).size).toBe(jackings.length)
})

test('with the default policy no script exports, and none links a credential once the proof is spent or old', () => {
  const underPolicy = hostileScripts.flatMap(({ gets: { before, after, later } }) => [
    before[1],
    after[1],
    ...(later ?? []),
  ])
  expect(underPolicy).not.toContain('recovery phrase')
  expect(hostileScripts.flatMap(({ gets: { later } }) => later ?? [])).not.toContain('credential')
})
