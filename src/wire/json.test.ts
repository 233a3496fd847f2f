import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { jsonOf } from './json.js'

const native = JSON.stringify

describe('plain data as JSON', () => {
  afterEach(() => {
    JSON.stringify = native
    for (const { prototype } of [Array, String, Object]) Reflect.deleteProperty(prototype, 'toJSON')
  })

  it('is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonOf(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it.each([
    [{ a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, () => 1] }],
    [{ at: new Date(0), n: Number.NaN, u: new URL('https://a.example') }],
    [Object.assign(Object.create(null), { a: 1 })],
  ])('is what JSON.stringify writes for %o', (value) => {
    expect(jsonOf(value)).toBe(JSON.stringify(value))
  })

  it('does not ask a toJSON that a script has given to all arrays, texts and objects', () => {
    for (const { prototype } of [Array, String, Object])
      Object.defineProperty(prototype, 'toJSON', { configurable: true, value: () => 'spoilt' })
    expect(jsonOf({ list: ['a', { b: 1 }], text: 'x' })).toBe('{"list":["a",{"b":1}],"text":"x"}')
  })

  it('stays on one line where a script has JSON.stringify indent', () => {
    JSON.stringify = (value: unknown) => native(value, null, 2)
    expect(jsonOf({ list: ['a'] })).toBe('{"list":["a"]}')
  })

  it('refuses a value that contains itself', () => {
    const list: unknown[] = []
    list.push({ list })
    expect(() => jsonOf(list)).toThrow(TypeError)
  })
})
