import { expect, it } from 'vitest'
import { newId, safeUuid } from './ids.js'

it.each(['001', '007', '102', '107', '004'])('an id never ends in the magic suffix %s', (suffix) => {
  const drawn = [`00000000-0000-4000-8000-000000000${suffix}`, '00000000-0000-4000-8000-000000000abc']
  expect(safeUuid(() => drawn.shift() ?? '')).toBe('00000000-0000-4000-8000-000000000abc')
})

it.each(['000', '008', '101', '108', '010'])('an id may end in %s', (suffix) => {
  const drawn = `00000000-0000-4000-8000-000000000${suffix}`
  expect(safeUuid(() => drawn)).toBe(drawn)
})

it('an id contains its type', () => {
  expect(newId('Quote')).toMatch(/^Quote:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
