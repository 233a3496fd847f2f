import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageFrom } from '../handler/page.js'
import { createCollection } from './collection.js'

interface Thing {
  readonly id: string
  readonly owner: string
  readonly colour: string
  readonly sizes: readonly string[]
  readonly at: number
}

const things = () =>
  createCollection<Thing, 'owner' | 'colour' | 'size'>({
    orderBy: ({ at }) => at,
    keys: { owner: ({ owner }) => [owner] },
    facets: { colour: ({ colour }) => [colour], size: ({ sizes }) => sizes },
  })

const thing = fc.record<Thing>({
  id: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  owner: fc.constantFrom('ada', 'bob', ''),
  colour: fc.constantFrom('red', 'blue'),
  sizes: fc.subarray(['s', 'm', 'l']),
  at: fc.integer({ min: 0, max: 5 }),
})
const step = fc.oneof({ weight: 4, arbitrary: thing }, fc.constantFrom(...'abcdefgh'))
const wanted = fc.record({
  owner: fc.option(fc.constantFrom('ada', 'bob', '', 'eve'), { nil: undefined }),
  colour: fc.option(fc.constantFrom('red', 'blue', 'green'), { nil: undefined }),
  size: fc.option(fc.constantFrom('s', 'm', 'l'), { nil: undefined }),
  from: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  to: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  filter: fc.constantFrom(undefined, ({ id }: Thing) => id < 'm'),
})

describe('collection', () => {
  it('a collection finds the same records as a full search, regardless of how they were added', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), wanted, (steps, { owner, colour, size, ...rest }) => {
        const collection = things()
        const plain = new Map<string, Thing>()
        for (const one of steps) {
          if (typeof one === 'string') expect(collection.delete(one)).toBe(plain.delete(one))
          else for (const map of [collection, plain]) map.set(one.id, one)
        }
        const found = [...plain.values()].filter(
          (one) =>
            (owner ?? one.owner) === one.owner &&
            (colour ?? one.colour) === one.colour &&
            (size === undefined || one.sizes.includes(size)) &&
            one.at >= (rest.from ?? 0) &&
            one.at <= (rest.to ?? 9) &&
            (rest.filter?.(one) ?? true),
        )
        const list = collection.list({ where: { owner, colour, size }, ...rest })
        expect(new Set(list)).toEqual(new Set(found))
        expect(list.map(({ at }) => at)).toEqual(found.map(({ at }) => at).sort((a, b) => a - b))
        expect(collection.size).toBe(plain.size)
        expect(new Set(collection.values())).toEqual(new Set(plain.values()))
      }),
    )
  })

  it('a collection keeps records with the same time in the order in which they were added, even if they change', () => {
    const collection = things()
    const blank = { owner: '', colour: 'red', sizes: [], at: 1 }
    for (const id of ['x', 'a', 'm']) collection.set(id, { ...blank, id })
    collection.set('x', { ...blank, id: 'x', colour: 'blue' })
    expect([...collection.entries()].map(([id]) => id)).toEqual(['x', 'a', 'm'])
  })

  it('a collection returns the same records page by page in either direction, with the total of the whole list', () => {
    fc.assert(
      fc.property(
        fc.array(thing, { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('asc', 'desc'),
        (steps, limit, sortOrder) => {
          const collection = things()
          for (const one of steps) collection.set(one.id, one)
          const all = collection.list({ where: { colour: 'red' } })
          const seen: Thing[] = []
          let cursor: string | undefined
          do {
            const query = new Map([
              ['limit', String(limit)],
              ['sortOrder', sortOrder],
              ...(cursor === undefined ? [] : [['cursor', cursor] as const]),
            ])
            const page = pageFrom(collection, { where: { colour: 'red' } }, query)
            expect(page.totalCount).toBe(all.length)
            expect(page.hasMore).toBe(page.nextCursor !== undefined)
            seen.push(...page.data)
            cursor = page.nextCursor
          } while (cursor !== undefined)
          expect(seen).toEqual(sortOrder === 'asc' ? all : all.reverse())
        },
      ),
    )
  })

  it('a collection continues after a cursor whose record no longer matches or exists, and refuses an unknown cursor', () => {
    const collection = things()
    for (const id of ['a', 'b', 'c', 'd'])
      collection.set(id, { id, owner: '', colour: 'red', sizes: [], at: 1 })
    collection.set('b', { id: 'b', owner: '', colour: 'blue', sizes: [], at: 1 })
    const page = (...query: [string, string][]) =>
      pageFrom(collection, { where: { colour: 'red' } }, new Map(query))
    const ids = (cursor: string) => page(['cursor', cursor]).data.map(({ id }) => id)
    const { nextCursor: cursor = '' } = page(['limit', '2'])
    expect(ids(cursor)).toEqual(['d'])
    collection.set('c', { id: 'c', owner: '', colour: 'blue', sizes: [], at: 1 })
    expect(ids(cursor)).toEqual(['d'])
    collection.delete('c')
    expect(ids(cursor)).toEqual(['d'])
    for (const wrong of ['z', 'c', '', btoa('[1,2]'), btoa('{}'), btoa('["1","2","3"]')]) {
      expect(() => ids(wrong)).toThrow('cursor')
    }
    expect(() => ids(btoa('[1,2,"Customer:a"]'))).toThrow('cursor')
  })

  it('a collection does not check its records if an index answers the query', () => {
    let looked = 0
    const collection = createCollection<Thing, 'colour'>({
      facets: {
        colour: ({ colour }) => {
          looked += 1
          return [colour]
        },
      },
    })
    const blank = { owner: '', sizes: [], at: 0 }
    for (let i = 0; i < 500; i++)
      collection.set(`${i}`, { ...blank, id: `${i}`, colour: i % 2 ? 'red' : 'blue' })
    looked = 0
    const { totalCount, data } = pageFrom(
      collection,
      { where: { colour: 'red' } },
      new Map([['cursor', btoa('[0,251,"250"]').replaceAll('=', '')]]),
    )
    expect([totalCount, data[0]?.id, looked]).toEqual([250, '251', 0])
  })
})
