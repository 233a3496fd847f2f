/** Makes every call of the interface through its method, against the emulator. @module */
import { describe, expect, it } from 'vitest'
import type { AnyRoute } from '../wire/route.js'
import { routes } from '../wire/routes.js'
import { parse } from '../wire/schema.js'
import { type Scenario, scenarios } from './fixtures/scenarios.js'
import { createScene, sandboxEmulator } from './fixtures/scene.js'
import { bodyFields } from './prepare.js'

const emulator = sandboxEmulator()
const byName = new Map<string, Scenario<never>>(Object.entries(scenarios))

/** Whether a logged path matches the path of a row. */
const isOf = ({ path }: AnyRoute, logged: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(logged)

describe('client calls', () => {
  it('the calls of a client are exactly the rows of the route table', async () => {
    const names = routes.map(({ operation }) => operation).sort()
    expect([...byName.keys()].sort()).toEqual(names)
    expect(Object.keys((await createScene(emulator)).client).sort()).toEqual(names)
  })

  it.each(routes)('$operation reaches $method $path and returns what the row describes', async (row) => {
    const scene = await createScene(emulator)
    const answer: unknown = await byName.get(row.operation)?.(scene)
    expect(parse<unknown>(row.answer, answer).ok).toBe(true)
    const last = scene.emulator
      .requests()
      .findLast(({ method, path }) => method === row.method && isOf(row, path))
    expect(last?.status).toBe(row.status ?? 200)
  })
})

describe.each(routes)('the row of $operation', (row) => {
  it('the inputs of a row have names that do not collide', () => {
    const names = [row.params, row.pathText, row.query, row.filters, row.repeatedQuery].flatMap((part) =>
      Object.keys(part ?? {}),
    )
    const all = [...names, ...bodyFields(row.body)]
    expect(all.filter((name, i) => names.indexOf(name) !== i && i < names.length)).toEqual([])
    expect(names.filter((name) => bodyFields(row.body).has(name))).toEqual([])
  })

  it('the body of a row has known fields', () => {
    expect(bodyFields(row.body).size > 0).toBe(row.body !== undefined)
  })
})
