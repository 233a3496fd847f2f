/** The life of a page: everything that goes out of it or comes into it is counted, and ends with it. @module */
import { AsyncLocalStorage } from 'node:async_hooks'

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
  readonly isAlive: () => boolean
  kill(): void
  /** Nothing reaches the page until it is thawed: answers and timers wait, messages are missed. */
  freeze(): void
  thaw(): void
  readonly isFrozen: () => boolean
  /** Something happens to the page when it has touched the outside so many times more. */
  fuse(touches: number, burn: () => void): void
  /** Called at death, by the browser. */
  onDeath(fn: () => void): void
  /** Runs code of this page. */
  run<T>(fn: () => T): T
  /** Asks something of the outside. Never settles for the dead. */
  act<T>(point: Point, work: () => Promise<T>): Promise<T>
  /** Tells the outside something. */
  tell(point: Point, work: () => void): void
  /** What the outside calls later, if the page still lives. */
  heard<A extends readonly unknown[]>(name: string, fn: (...args: A) => unknown): (...args: A) => unknown
}

const pages = new AsyncLocalStorage<Life | undefined>()

/** The page whose code is running, if any. */
export const currentLife = (): Life | undefined => pages.getStore()

/** Runs what does not belong to a page: the browser's own, the backend, the service. */
export const outside = <T>(work: () => T): T => pages.run(undefined, work)

let work = { underWay: 0 }

/** Forgets the work that an earlier scene left running, so that the next one does not see it. */
export const forgetWork = (): void => {
  work = { underWay: 0 }
}

/** Whether anything is under way that ends by itself, so that it is too early to let time pass. */
export const isBusy = (): boolean => work.underWay > 0

/** Counts work as being under way. */
export async function busyWith<T>(task: () => Promise<T>): Promise<T> {
  const own = work
  own.underWay += 1
  try {
    return await outside(task)
  } finally {
    own.underWay -= 1
  }
}

/** Part of work that waits for time to pass: the answer says that it goes on. */
export function asleep(): () => void {
  const own = work
  own.underWay -= 1
  return () => {
    own.underWay += 1
  }
}

const never = new Promise<never>(() => {})

/** @param arriveLate takes what the page sent just before it died */
export function createLife(counter: Counter, arriveLate: (work: () => Promise<unknown>) => void): Life {
  let alive = true
  /** While the page is frozen: what it will do once it is thawed. */
  let frozen: (() => void)[] | undefined
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

  const awake = (): Promise<void> | undefined => {
    const list = frozen
    return list && new Promise((resolve) => list.push(resolve))
  }

  const life: Life = {
    isAlive: () => alive,
    kill,
    freeze() {
      if (alive) frozen ??= []
    },
    isFrozen: () => frozen !== undefined,
    thaw() {
      const waiting = frozen ?? []
      frozen = undefined
      for (const fn of waiting) fn()
    },
    fuse(touches, then) {
      left = touches
      burn = then
      if (left === 0) burn()
    },
    onDeath: (fn) => void atDeath.push(fn),
    run: (fn) => pages.run(life, fn),
    async act(point, work) {
      touched()
      if (!alive) return never
      const side = reached(point)
      if (side === 'late') arriveLate(work)
      if (side === 'before' || side === 'late') {
        kill()
        return never
      }
      try {
        return await busyWith(work)
      } finally {
        if (side === 'after') kill()
        await awake()
        if (!alive) await never
      }
    },
    tell(point, work) {
      if (!alive) return
      if (reached(point) === 'before') return kill()
      outside(work)
    },
    heard:
      (name, fn) =>
      (...args) => {
        if (!alive) return undefined
        if (frozen) {
          if (name !== 'message') frozen.push(() => life.heard(name, fn)(...args))
          return undefined
        }
        if (reached({ name, sides: ['before'] }) === 'before') return kill()
        return life.run(() => fn(...args))
      },
  }
  return life
}
