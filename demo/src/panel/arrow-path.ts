/** The geometry of the state machine's drawing: arrows between boxes, as SVG paths. @module */

/** A point, in the drawing's units. */
export type Point = readonly [x: number, y: number]

/** The width and height of a state's box. */
export const box: readonly [width: number, height: number] = [112, 32]

/** An arrow, with the position of its label. */
export interface ArrowPath {
  readonly d: string
  readonly middle: Point
  /**
   * A unit vector that points from the label's position away from the line. It keeps the label of a short line beside
   * that line.
   */
  readonly aside: Point
}

/** How far an arrow bends to its right, so that two opposite arrows do not overlap. */
const bend = 18
const head = 7
/** The gap between a box and an arrow. */
const gap = 3

/** Returns the arrow from one box to another. `from` and `to` are the centers of the boxes. */
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

/**
 * Returns the arrow from a box to itself, above or below the box.
 *
 * @param towards 1 if its label is to the right of it, -1 if to the left
 */
export function loopPath([x, y]: Point, side: 'above' | 'below', towards: 1 | -1 = 1): ArrowPath {
  const out = side === 'above' ? -1 : 1
  const edge = y + out * (box[1] / 2 + gap)
  const far = edge + out * 24
  const start: Point = [x - 18, edge]
  const end: Point = [x + 18, edge]
  const control: Point = [x + 24, far]
  return {
    d: `M${at(start)}C${at([x - 24, far])} ${at(control)} ${at(end)}${arrowHead(control, end)}`,
    middle: [x + towards * 16, edge + out * 12],
    // The drawing has no space for a label that is farther from the box.
    aside: [towards, 0],
  }
}

/** Half the width of a letter in a label, and half its height. */
const letter: Point = [3.7, 7]

/**
 * Returns the center of an arrow’s label: beside the line, where it touches none of the boxes.
 *
 * @param size the drawing's width and height
 * @param places the centers of all boxes
 */
export function labelPlace(
  text: string,
  { middle, aside }: ArrowPath,
  size: Point,
  places: readonly Point[],
): Point {
  const half = text.length * letter[0]
  // As far from the line as the label reaches towards it, whatever the line's slope.
  const distance = half * Math.abs(aside[0]) + letter[1] * Math.abs(aside[1]) + 5
  const beside = (side: number): Point => [
    Math.min(Math.max(middle[0] + side * aside[0] * distance, half), size[0] - half),
    middle[1] + side * aside[1] * distance,
  ]
  const isFree = ([x, y]: Point): boolean =>
    places.every(
      ([boxX, boxY]) =>
        Math.abs(x - boxX) >= box[0] / 2 + half || Math.abs(y - boxY) >= box[1] / 2 + letter[1],
    )
  return [1, 0.85, -1, 1.5].map(beside).find(isFree) ?? beside(1)
}

/** Returns the point where the line from a box's center to another point leaves the box. */
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
