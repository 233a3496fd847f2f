/** A drawing of one region of the state machine, with the current state and the latest transitions. @module */
// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements for lists
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: nothing in the drawing is interactive
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: nothing in the drawing takes the focus
import { type ReactElement, useState } from 'react'
import { type ArrowPath, arrowPath, box, labelPlace, loopPath } from './arrow-path.js'
import type { Arrow, RegionMap } from './machine-map.js'

/** A transition that has occurred. */
export interface Way {
  readonly from: string
  readonly to: string
  readonly event: string
}

/** How many transitions stay highlighted. */
export const memory = 4

interface MachineProps {
  readonly name: string
  readonly map: RegionMap
  /** The current state. `undefined` while no wallet is open. */
  readonly current: string | undefined
  /** The latest transitions, newest first. */
  readonly ways: readonly Way[]
}

interface Line extends Arrow {
  readonly path: ArrowPath
}

/** The drawing. Screen readers get a list of the states, each with its outgoing transitions, and ignore the lines. */
export function Machine({ name, map, current, ways }: MachineProps): ReactElement {
  const [pointed, setPointed] = useState<string>()
  const ageOf = ({ from, to }: Arrow): number => ways.findIndex((way) => way.from === from && way.to === to)
  const depth = (line: Line): number => (ageOf(line) < 0 ? -memory : -ageOf(line))
  // Lines cross, so the latest is above the others.
  const lines = linesOf(map).toSorted((one, other) => depth(one) - depth(other))
  return (
    <svg
      viewBox={`0 0 ${map.size.join(' ')}`}
      className="machine-region"
      role="group"
      aria-label={name}
      focusable="false"
      direction="ltr"
    >
      <g aria-hidden="true">
        {lines.map((line) => (
          <path
            key={`${line.from} ${line.to}`}
            d={line.path.d}
            className={isMain(map, line) ? 'machine-arrow' : 'machine-arrow machine-byway'}
            pathLength="1"
            data-age={ageOf(line) < 0 ? undefined : ageOf(line)}
            data-pointed={line.from === pointed ? '' : undefined}
          />
        ))}
      </g>
      <g role="list" aria-label={`States of the ${name.toLowerCase()}`}>
        {Object.entries(map.places).map(([state, place]) => (
          <g
            key={state}
            className="machine-state"
            role="listitem"
            aria-label={waysOut(state, map.arrows)}
            aria-current={state === current ? 'step' : undefined}
            onPointerEnter={() => setPointed(state)}
            onPointerLeave={() => setPointed(undefined)}
          >
            <rect x={place[0] - box[0] / 2} y={place[1] - box[1] / 2} width={box[0]} height={box[1]} rx="9" />
            <text x={place[0]} y={place[1]}>
              {state}
            </text>
          </g>
        ))}
      </g>
      <Label map={map} way={ways[0]} line={lines.at(-1)} />
    </svg>
  )
}

/** The event of the latest transition, beside its line. */
function Label({
  map,
  way,
  line,
}: {
  readonly map: RegionMap
  readonly way: Way | undefined
  readonly line: Line | undefined
}): ReactElement | undefined {
  if (way === undefined || line === undefined) return undefined
  const [x, y] = labelPlace(way.event, line.path, map.size, Object.values(map.places))
  return (
    <text className="machine-word" aria-hidden="true" x={x} y={y}>
      {way.event}
    </text>
  )
}

function linesOf({ size, places, arrows }: RegionMap): readonly Line[] {
  return arrows.flatMap((arrow) => {
    const [from, to] = [places[arrow.from], places[arrow.to]]
    if (from === undefined || to === undefined) return []
    const side = from[1] > size[1] / 2 + box[1] ? 'below' : 'above'
    const path =
      arrow.from === arrow.to ? loopPath(from, side, from[0] > size[0] / 2 ? -1 : 1) : arrowPath(from, to)
    return [{ ...arrow, path }]
  })
}

const isMain = ({ main }: RegionMap, { from, to }: Arrow): boolean =>
  main.some(([start, end]) => start === from && end === to)

function waysOut(state: string, arrows: readonly Arrow[]): string {
  const ways = arrows
    .filter(({ from }) => from === state)
    .map(({ to, events }) => `${to === state ? 'stays' : `to ${to}`} by ${events.join(', ')}`)
  return `${state}; ${ways.join('; ')}`
}
