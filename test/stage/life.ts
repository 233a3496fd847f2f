/** The life of a page. Everything that leaves or reaches the page is counted, and stops when the page dies. @module */
import { inside, outside, post } from './loop.js'
import type { Counter, Life, Point, When } from './point.js'

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
