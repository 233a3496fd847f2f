import { describe, expect, test } from 'vitest'
import { arrowPath, box, labelPlace, loopPath, type Point } from './arrow-path.js'
import { flowMap, sessionMap } from './machine-map.js'

const points = (d: string): Point[] =>
  [...d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

const inside = ([x, y]: Point, [cx, cy]: Point): boolean =>
  Math.abs(x - cx) < box[0] / 2 && Math.abs(y - cy) < box[1] / 2

const maps = [
  ['flow', flowMap],
  ['session', sessionMap],
] as const

describe.each(maps)('arrows of the region “%s”', (region, { arrows, places, size }) => {
  const place = (state: string): Point => (places as Readonly<Record<string, Point>>)[state] ?? [0, 0]
  const side = ([, y]: Point): 'above' | 'below' => (y > size[1] / 2 + box[1] ? 'below' : 'above')
  const drawn = arrows.map(({ from, to }) => ({
    from: place(from),
    to: place(to),
    path: from === to ? loopPath(place(from), side(place(from))) : arrowPath(place(from), place(to)),
  }))

  test(`arrows of the region “${region}” begin and end beside their boxes, not inside them`, () => {
    for (const { from, to, path } of drawn) {
      const all = points(path.d)
      const [start, tip] = [all[0], all.at(-2)]
      expect(start && inside(start, from)).toBe(false)
      expect(tip && inside(tip, to)).toBe(false)
    }
  })

  test(`arrows of the region “${region}” are all different`, () => {
    expect(new Set(drawn.map(({ path }) => path.d)).size).toBe(arrows.length)
  })

  test(`labels of the region “${region}” touch no box`, () => {
    const boxes: readonly Point[] = Object.values(places)
    const touching = arrows
      .filter(({ from, to }) => from !== to)
      .flatMap(({ from, to, events }) =>
        events.flatMap((event) => {
          const [x, y] = labelPlace(event, arrowPath(place(from), place(to)), size, boxes)
          const isOn = boxes.some(
            ([boxX, boxY]) =>
              Math.abs(x - boxX) < box[0] / 2 + event.length * 3.7 && Math.abs(y - boxY) < box[1] / 2 + 7,
          )
          return isOn ? [`${event} from ${from} to ${to}`] : []
        }),
      )
    expect(touching).toEqual([])
  })

  test(`arrows of the region “${region}” stay inside the drawing, and so do their labels`, () => {
    for (const { path } of drawn) {
      for (const [x, y] of [...points(path.d), path.middle]) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(size[0])
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(size[1])
      }
    }
  })
})

test('boxes of the drawings do not touch', () => {
  for (const [, { places }] of maps) {
    const all = Object.values(places)
    for (const [index, [x, y]] of all.entries())
      for (const [otherX, otherY] of all.slice(index + 1))
        expect(Math.abs(x - otherX) >= box[0] || Math.abs(y - otherY) >= box[1]).toBe(true)
  }
})
