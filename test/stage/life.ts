/** The life of a page. Everything that leaves or reaches the page is counted, and stops when the page dies. @module */
import { inside, outside, post } from './loop.js'

/**
 * The point at which a page dies, and the side of the point. `late`: what the page sent arrives after the next page has
 * opened.
 */
export interface Crash {
  readonly at: number
  readonly when: When
}

export type When = 'before' | 'after' | 'late'

/** One point at which a page touches the outside. */
export interface Point {
  readonly name: string
  /** The sides on which a death makes a difference. */
  readonly sides: readonly When[]
}

/** Counts the points of a flow on all its pages. */
export interface Counter {
  readonly points: Point[]
  readonly crash: Crash | undefined
  isCounting: boolean
}

export interface Life {
  /** The name in traces. */
  readonly name: string
  readonly isAlive: () => boolean
  kill(): void
  /** Until the page is thawed, nothing reaches it: answers and timers wait, and messages are lost. */
  freeze(): void
  thaw(): void
  readonly isFrozen: () => boolean
  /** Moves the page to a background tab, whose timers the browser runs once a minute. */
  hide(): void
  show(): void
  readonly isHidden: () => boolean
  /** Calls `burn` after the page has touched the outside `touches` more times. */
  fuse(touches: number, burn: () => void): void
  /** Registers a function that the browser calls when the page dies. */
  onDeath(fn: () => void): void
  /** Runs code of this page. Its microtasks have finished once `settled` of the loop resolves. */
  run<T>(fn: () => T): T
  /** Requests something from the outside. Never settles if the page has died. */
  act<T>(point: Asked, work: () => Promise<T>): Promise<T>
  /** Sends something to the outside, without an answer. */
  tell(point: Point, work: () => void): void
  /** Wraps a function that the outside calls later. It runs only if the page is still alive. */
  heard<A extends readonly unknown[]>(name: string, fn: (...args: A) => unknown): (...args: A) => void
}

/** A point with an answer. */
export interface Asked extends Point {
  /** Whether the work begins in a separate task, like a request over the network, and not at once. */
  readonly travels?: boolean
  /** Answers with the same lane arrive in the order in which the work ends. */
  readonly lane?: string
}

const never = new Promise<never>(() => {})

/** @param arriveLate receives what the page sent just before it died */
export function createLife(
  name: string,
  counter: Counter,
  arriveLate: (work: () => Promise<unknown>) => void,
): Life {
  let alive = true
  /** What a frozen page will do once it is thawed. `undefined` if the page is not frozen. */
  let frozen: (() => void)[] | undefined
  let hidden = false
  const atDeath: (() => void)[] = []

  let left = 0
  let burn = (): void => {}
  const touched = (): void => {
    if (left === 0) return
    left -= 1
    if (left === 0) burn()
  }

  const kill = (): void => {
    if (!alive) return
    alive = false
    frozen = undefined
    for (const fn of atDeath) outside(fn)
  }

  /** Counts a point. Returns the side on which the page dies at this point, if it does. */
  const reached = (point: Point): When | undefined => {
    if (!counter.isCounting) return undefined
    counter.points.push(point)
    const { crash } = counter
    if (crash?.at !== counter.points.length) return undefined
    return point.sides.includes(crash.when) ? crash.when : 'before'
  }

  /** Runs something that reaches the page, now or when the page is thawed. */
  const reach = (fn: () => void): void => {
    if (!alive) return
    if (frozen) frozen.push(fn)
    else fn()
  }

  const life: Life = {
    name,
    isAlive: () => alive,
    kill,
    freeze() {
      if (alive) frozen ??= []
    },
    isFrozen: () => frozen !== undefined,
    hide() {
      hidden = true
    },
    show() {
      hidden = false
    },
    isHidden: () => hidden,
    thaw() {
      const waiting = frozen ?? []
      frozen = undefined
      for (const fn of waiting) life.run(fn)
    },
    fuse(touches, then) {
      left = touches
      burn = then
      if (left === 0) burn()
    },
    onDeath: (fn) => void atDeath.push(fn),
    run: (fn) => inside(life, fn),
    act(point, work) {
      touched()
      if (!alive) return never
      const side = reached(point)
      if (side === 'late') arriveLate(work)
      if (side === 'before' || side === 'late') {
        kill()
        return never
      }
      return new Promise((resolve, reject) => {
        const answer = (settle: () => void): void =>
          post({
            name: `< ${point.name}`,
            life,
            ...(point.lane !== undefined && { lane: `${name} ${point.lane}` }),
            run() {
              if (side === 'after') kill()
              reach(settle)
            },
          })
        const begin = (): void => {
          outside(work).then(
            (value) => answer(() => resolve(value)),
            (error: unknown) => answer(() => reject(error)),
          )
        }
        if (point.travels) post({ name: `> ${name} ${point.name}`, run: begin })
        else begin()
      })
    },
    tell(point, work) {
      if (!alive) return
      if (reached(point) === 'before') return kill()
      outside(work)
    },
    heard:
      (event, fn) =>
      (...args) =>
        post({
          name: event,
          lane: `${name} ${event}`,
          life,
          run() {
            // A frozen page misses messages.
            if (event === 'message' && frozen) return
            reach(() => {
              if (reached({ name: event, sides: ['before'] }) === 'before') kill()
              else fn(...args)
            })
          },
        }),
  }
  return life
}
