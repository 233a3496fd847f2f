import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromPlain, toPlain } from './plain.js'

it('plain values survive JSON, even objects that contain the mark', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      fc.constantFrom('$', 'bigint', null, true, 1.5),
      fc.string(),
      fc.bigInt(),
      fc.uint8Array({ maxLength: 5 }),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('$', 'text', 'fields', 'a'), tie('tree'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      expect(fromPlain(JSON.parse(JSON.stringify(toPlain(value))))).toEqual(value)
    }),
  )
})

it.each([{ $: 'date', text: '1' }, { $: 'bigint', text: '1.5' }, { $: 'bytes', text: '!' }, { $: 'object' }])(
  'refuses %j',
  (plain) => {
    expect(() => fromPlain([plain])).toThrow(RangeError)
  },
)
