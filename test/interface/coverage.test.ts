/**
 * Every call of the route table is described, and the page that lists calls and facts with their tests is up to date.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { routes } from '../../src/wire/routes.js'
import { allClaims, shownBy } from '../claims.js'
import { calls, operations } from './calls.js'
import { callTable, coveragePage, coveragePath, coverageWritten } from './coverage-page.js'
import { sections } from './facts.js'
import { namedCalls } from './named-calls.js'

const shown = shownBy(allClaims().claims)

describe('calls of the interface', () => {
  it('describes the call of each route, once', () => {
    expect(operations.toSorted()).toEqual(routes.map(({ operation }) => operation).toSorted())
  })

  it('knows which calls the interface names by method and path', () => {
    const paths = routes
      .filter(({ operation }) => operation in calls.interface)
      .map((row) => `${row.method} ${row.path}`)
    expect(paths.toSorted()).toEqual(namedCalls.toSorted())
  })

  it('finds an empty cell of the page, for which there is no description or no test', async () => {
    const { createCredential, ...others } = calls.interface
    expect(createCredential).toMatch(/\S/)
    await expect(callTable(routes, { ...calls, interface: others }, shown)).rejects.toThrow('An empty cell')
    await expect(callTable(routes, calls, new Map())).rejects.toThrow('An empty cell')
  })

  it('has a client method for each call', () => {
    const made: object = createClient({ baseUrl: 'http://127.0.0.1:1/2025-10-13' })
    const none = routes.filter(({ operation }) => typeof Reflect.get(made, operation) !== 'function')
    expect(none.map(({ operation }) => operation)).toEqual([])
  })
})

it('docs/internals/interface-coverage.md is up to date', async () => {
  const page = await coveragePage(calls, sections, shown)
  if (process.env['UPDATE'] === '1') writeFileSync(coveragePath, page)
  else expect(coverageWritten(), 'Out of date: UPDATE=1 npx vitest run test/interface/coverage').toBe(page)
})
