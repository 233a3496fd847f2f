/** Draws one region of the state machine, and highlights the current state and the latest transitions. @module */
import { setAttribute, setText, svg } from '../dom.js'
import { arrowPath, box, labelPlace, loopPath } from './arrow-path.js'
import type { Arrow, RegionMap } from './machine-map.js'

/** How many earlier arrows stay highlighted. */
const memory = 4

/** A drawing that can be updated. */
export interface Drawing {
  readonly element: SVGElement
  /** Highlights a state, or no state if `state` is `undefined`, because no wallet is open. */
  light(state: string | undefined): void
  /** Highlights an arrow as the latest one. Earlier arrows fade. */
  take(from: string, to: string, event: string): void
  /** Removes the highlights of all arrows. */
  clear(): void
}

/**
 * Draws a region. Screen readers get a list of the states, each with its outgoing transitions, and ignore the lines.
 */
export function machineDrawing(name: string, map: RegionMap): Drawing {
  const { size, places, arrows, main } = map
  const word = svg('text', { class: 'machine-word', 'aria-hidden': 'true' })
  const boxes = Object.entries(places).map(([state, place]) => ({ state, g: stateBox(state, place, arrows) }))
  const lines = arrows.flatMap((arrow) => {
    const [from, to] = [places[arrow.from], places[arrow.to]]
    if (from === undefined || to === undefined) return []
    const side = from[1] > size[1] / 2 + box[1] ? 'below' : 'above'
    const line =
      arrow.from === arrow.to ? loopPath(from, side, from[0] > size[0] / 2 ? -1 : 1) : arrowPath(from, to)
    const isMain = main.some(([start, end]) => start === arrow.from && end === arrow.to)
    const look = isMain ? 'machine-arrow' : 'machine-arrow machine-byway'
    return [{ arrow, line, path: svg('path', { d: line.d, class: look, pathLength: '1' }) }]
  })
  for (const { state, g } of boxes) {
    const point = (isOn: boolean) => (): void => {
      for (const { arrow, path } of lines) setAttribute(path, 'data-pointed', isOn && arrow.from === state)
    }
    g.addEventListener('pointerenter', point(true))
    g.addEventListener('pointerleave', point(false))
  }
  let way: SVGElement[] = []

  const clear = (): void => {
    for (const { path } of lines) path.removeAttribute('data-age')
    way = []
    setText(word, '')
  }
  return {
    clear,
    element: svg(
      'svg',
      {
        viewBox: `0 0 ${size.join(' ')}`,
        class: 'machine-region',
        role: 'group',
        'aria-label': name,
        focusable: 'false',
        direction: 'ltr',
      },
      svg('g', { 'aria-hidden': 'true' }, ...lines.map(({ path }) => path)),
      svg(
        'g',
        { role: 'list', 'aria-label': `States of the ${name.toLowerCase()}` },
        ...boxes.map(({ g }) => g),
      ),
      word,
    ),
    light(state) {
      for (const each of boxes) setAttribute(each.g, 'aria-current', each.state === state && 'step')
    },
    take(from, to, event) {
      const taken = lines.find(({ arrow }) => arrow.from === from && arrow.to === to)
      if (taken === undefined) return
      way = [taken.path, ...way.filter((path) => path !== taken.path)].slice(0, memory)
      for (const { path } of lines) {
        const age = way.indexOf(path)
        setAttribute(path, 'data-age', age >= 0 && String(age))
      }
      // The line is moved above the others, because lines cross.
      taken.path.parentNode?.append(taken.path)
      const [x, y] = labelPlace(event, taken.line, size, Object.values(places))
      setAttribute(word, 'x', x)
      setAttribute(word, 'y', y)
      setText(word, event)
    },
  }
}

function stateBox(state: string, [x, y]: readonly [number, number], arrows: readonly Arrow[]): SVGElement {
  const ways = arrows
    .filter(({ from }) => from === state)
    .map(({ to, events }) => `${to === state ? 'stays' : `to ${to}`} by ${events.join(', ')}`)
  const text = svg('text', { x: String(x), y: String(y) })
  setText(text, state)
  const [width, height] = box
  const place = { x: String(x - width / 2), y: String(y - height / 2) }
  return svg(
    'g',
    { class: 'machine-state', role: 'listitem', 'aria-label': `${state}; ${ways.join('; ')}` },
    svg('rect', { ...place, width: String(width), height: String(height), rx: '9' }),
    text,
  )
}
