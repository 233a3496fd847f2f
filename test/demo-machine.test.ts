/** The workbench of the demo draws the state machine as it is in the source. @module */
import { describe, expect, test } from 'vitest'
import { flowMap, sessionMap } from '../demo/src/panel/machine-map.js'
import { arrows } from './diagram.js'

describe.each([
  { region: 'flow', map: flowMap, start: 'idle', drawn: arrows().flow },
  { region: 'session', map: sessionMap, start: 'restoring', drawn: arrows().session },
] as const)('the drawing of the region “$region”', ({ map, start, drawn }) => {
  test('draws the arrows of the table, with the same events', () => {
    expect(map.arrows).toEqual(drawn)
  })

  test('has a position for each state of the region, and no other', () => {
    const states = new Set(drawn.flatMap(({ from, to }) => [from, to]))
    expect(new Set(Object.keys(map.places))).toEqual(states)
  })

  test('starts the drawing where the machine starts', () => {
    expect(map.start).toBe(start)
  })
})
