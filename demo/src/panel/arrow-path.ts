/** Geometry of the drawing: an arrow between two boxes, as the text of an SVG path. @module */

/** A point, in the drawing's units. */
export type Point = readonly [x: number, y: number]

/** Width and height of the box of a state. */
export const box: readonly [width: number, height: number] = [112, 32]

/** An arrow that can be drawn, and where a word about it belongs. */
export interface ArrowPath {
  readonly d: string
  readonly middle: Point
  /** A step of length one from there, away from the line: a word lies beside a short line, not on it. */
  readonly aside: Point
}

/** How far an arrow bends to its right, so that there and back again are two lines. */
const bend = 18
const head = 7
/** Room between box and arrow. */
const gap = 3

/** From one box to another, by their centres. */
export function arrowPath(from: Point, to: Point): ArrowPath {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const aside: Point = [-dy / length, dx / length]
  const control: Point = [(from[0] + to[0]) / 2 + aside[0] * bend, (from[1] + to[1]) / 2 + aside[1] * bend]
  const start = border(from, control)
  const end = border(to, control)
  return {
    d: `M${at(start)}Q${at(control)} ${at(end)}${arrowHead(control, end)}`,
    middle: [start[0] / 4 + control[0] / 2 + end[0] / 4, start[1] / 4 + control[1] / 2 + end[1] / 4],
    aside,
  }
}

/** From a box to itself: over its upper edge, or under the lower one. */
export function loopPath([x, y]: Point, side: 'above' | 'below'): ArrowPath {
  const out = side === 'above' ? -1 : 1
  const edge = y + out * (box[1] / 2 + gap)
  const far = edge + out * 24
  const start: Point = [x - 18, edge]
  const end: Point = [x + 18, edge]
  const control: Point = [x + 24, far]
  return {
    d: `M${at(start)}C${at([x - 24, far])} ${at(control)} ${at(end)}${arrowHead(control, end)}`,
    middle: [x, edge + out * 18],
    // There is no room farther out.
    aside: [0, 0],
  }
}

/** Where the line from a box's centre towards a point leaves the box. */
function border([x, y]: Point, towards: Point): Point {
  const [dx, dy] = [towards[0] - x, towards[1] - y]
  const reach = Math.min((box[0] / 2 + gap) / Math.abs(dx), (box[1] / 2 + gap) / Math.abs(dy))
  return [x + dx * reach, y + dy * reach]
}

function arrowHead(from: Point, tip: Point): string {
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0])
  const wing = (turn: number): Point => [
    tip[0] - head * Math.cos(angle + turn),
    tip[1] - head * Math.sin(angle + turn),
  ]
  return `M${at(wing(0.45))}L${at(tip)}L${at(wing(-0.45))}`
}

const at = ([x, y]: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`
