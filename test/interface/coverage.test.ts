/** Every fact and every call of the interface is held by a test that there is, and the page that lists them is up to date. @module */
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { routes } from '../../src/wire/routes.js'
import { readTree } from '../tree.js'
import type { CallFact } from './call.js'
import { agentCalls as callsOfAgents } from './calls/agent-calls.js'
import { cardCalls, customerCalls, otherCalls } from './calls/platform-calls.js'
import { moneyCalls, walletCalls } from './calls/wallet-calls.js'
import { callTable, coveragePage, coveragePath, coverageWritten } from './coverage-page.js'
import { fact, type Held, type Section } from './fact.js'
import { agent, agentAction, agentCalls } from './facts/agents.js'
import { authentication, authMethod, credentialCalls } from './facts/credentials.js'
import { exchangeRates, paymentCalls, paymentStates, quote, transaction } from './facts/payments.js'
import {
  cardTransaction,
  conventions,
  customer,
  events,
  externalAccount,
  invitation,
} from './facts/platform.js'
import { errors, limits, sandbox } from './facts/sandbox.js'
import { challenge, session, signedRetry } from './facts/sessions.js'
import { namedCalls } from './named-calls.js'
import { titlesIn } from './titles.js'

const calls: readonly CallFact[] = [
  ...walletCalls,
  ...moneyCalls,
  ...callsOfAgents,
  ...cardCalls,
  ...customerCalls,
  ...otherCalls,
]

const sections: readonly Section[] = [
  conventions,
  authMethod,
  session,
  challenge,
  transaction,
  quote,
  externalAccount,
  customer,
  agent,
  agentAction,
  cardTransaction,
  invitation,
  exchangeRates,
  paymentStates,
  credentialCalls,
  signedRetry,
  paymentCalls,
  agentCalls,
  sandbox,
  authentication,
  events,
  errors,
  limits,
]
const facts = sections.flatMap(({ facts: those }) => those)

/** Titles of every test, by file. */
const written = new Map(
  [...readTree('src'), ...readTree('test')]
    .filter(([path]) => path.endsWith('.test.ts'))
    .map(([path, source]) => [path, new Set(titlesIn(source))]),
)

/** Tests that are named and are not there, a line for each. */
const missing = (held: readonly Held[]): readonly string[] =>
  held.flatMap(({ file, titles }) =>
    titles.filter((title) => !written.get(file)?.has(title)).map((title) => `${file} has no test “${title}”`),
  )

describe('the facts', () => {
  it('are each held by a test that there is', () => {
    expect(facts.flatMap(({ held }) => missing(held))).toEqual([])
    expect(
      facts.filter(({ held }) => held.length === 0 || held.some(({ titles }) => titles.length === 0)),
    ).toEqual([])
  })

  it('have an id of their own', () => {
    const ids = facts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('that name a test that is not there are found', () => {
    expect(missing(fact('x', 'X.', ['quotes/quotes', 'is not there']).held)).toHaveLength(1)
    expect(missing(fact('x', 'X.', ['quotes/nowhere', 'twice is 409']).held)).toHaveLength(1)
    expect(missing(fact('x', 'X.', ['quotes/quotes', 'twice is 409']).held)).toEqual([])
  })
})

describe('the calls', () => {
  it('are those of the route table, each once, each held by a test that there is', () => {
    const operations = calls.map(({ operation }) => operation)
    expect(operations.toSorted()).toEqual(routes.map(({ operation }) => operation).toSorted())
    expect(calls.flatMap(({ held }) => missing([held]))).toEqual([])
  })

  it('include every one that the interface names, and say so of no other', () => {
    const told = new Set(calls.filter(({ named }) => named === 'interface').map(({ operation }) => operation))
    const paths = routes
      .filter(({ operation }) => told.has(operation))
      .map((row) => `${row.method} ${row.path}`)
    expect(paths.toSorted()).toEqual(namedCalls.toSorted())
  })

  it('without anything told about them leave a cell empty, and that is found', async () => {
    await expect(callTable(routes, calls.slice(1))).rejects.toThrow('An empty cell')
  })

  it('are each a method of the client', () => {
    const made: object = createClient({ baseUrl: 'http://127.0.0.1:1/2025-10-13' })
    const none = routes.filter(({ operation }) => typeof Reflect.get(made, operation) !== 'function')
    expect(none.map(({ operation }) => operation)).toEqual([])
  })
})

describe('titlesIn', () => {
  it.each([
    ["it('one', () => {})", ['one']],
    ["test('it’s \\'one\\'', async () => {})", ["it’s 'one'"]],
    ["it.each([['a', f(1)], ['it(b)', 2]])('of %s', () => {})", ['of %s']],
    [
      "it.each<[string, (a: string) => void]>([\n  ['a', () => {}],\n])(\n  'of %s',\n  () => {},\n)",
      ['of %s'],
    ],
    ["it.skip('one', () => {})\ndescribe('two', () => {})\n// it('three')\nsubmit('four')", []],
  ])('of %j are %j', (source, titles) => {
    expect(titlesIn(source)).toEqual(titles)
  })
})

it('docs/interface-coverage.md is up to date', async () => {
  const page = await coveragePage(calls, sections)
  if (process.env['UPDATE'] === '1') writeFileSync(coveragePath, page)
  else expect(coverageWritten(), 'Out of date: UPDATE=1 npx vitest run test/interface/coverage').toBe(page)
})
