/** The life of a page: everything that goes out of it or comes into it is counted, and ends with it. @module */
import { inside, outside, post } from './loop.js'

/** At which point a page dies, and on which side of it. `late`: what it sent arrives when the next page is there. */
export interface Crash {
  readonly at: number
  readonly when: When
}

export type When = 'before' | 'after' | 'late'

/** One place where a page touches the outside. */
export interface Point {
  readonly name: string
  /** The sides on which a death makes a difference. */
  readonly sides: readonly When[]
}

/** Counts the points of a flow, over all its pages. */
export interface Counter {
  readonly points: Point[]
  readonly crash: Crash | undefined
  isCounting: boolean
}

export interface Life {
  /** For traces. */
  readonly name: string
  readonly isAlive: () => boolean
  kill(): void
  /** Nothing reaches the page until it is thawed: answers and timers wait, messages are missed. */
  freeze(): void
  thaw(): void
  readonly isFrozen: () => boolean
  /** The page is in a background tab, whose timers the browser calls once a minute. */
  hide(): void
  show(): void
  readonly isHidden: () => boolean
  /** Something happens to the page when it has touched the outside so many times more. */
  fuse(touches: number, burn: () => void): void
  /** Called at death, by the browser. */
  onDeath(fn: () => void): void
  /** Runs code of this page. What it leaves to microtasks is through once the loop has `settled`. */
  run<T>(fn: () => T): T
  /** Asks something of the outside. Never settles for the dead. */
  act<T>(point: Asked, work: () => Promise<T>): Promise<T>
  /** Tells the outside something. */
  tell(point: Point, work: () => void): void
  /** What the outside calls later, if the page still lives. */
  heard<A extends readonly unknown[]>(name: string, fn: (...args: A) => unknown): (...args: A) => void
}

/** A point that is answered. */
export interface Asked extends Point {
  /** The work begins in a task of its own, as a request that travels; otherwise at once. */
  readonly travels?: boolean
  /** Answers of one lane come in the order of the work's end. */
  readonly lane?: string
}

const never = new Promise<never>(() => {})

/** @param arriveLate takes what the page sent just before it died */
export function createLife(
  name: string,
  counter: Counter,
  arriveLate: (work: () => Promise<unknown>) => void,
): Life {
  let alive = true
  /** While the page is frozen: what it will do once it is thawed. */
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

  /** Counts a point; the answer is the side on which the page dies here. */
  const reached = (point: Point): When | undefined => {
    if (!counter.isCounting) return undefined
    counter.points.push(point)
    const { crash } = counter
    if (crash?.at !== counter.points.length) return undefined
    return point.sides.includes(crash.when) ? crash.when : 'before'
  }

  /** What reaches the page, now or when it is thawed. */
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
