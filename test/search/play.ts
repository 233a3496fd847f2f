/** Sets a scene, lets a case happen in it, and judges the result. @module */
import type { Quote } from 'embedded-wallet-auth'
import { beginLoop, type Pick as Choose, oldest, type Ran } from '../stage/loop.js'
import type { Page } from '../stage/page.js'
import { seededRandom } from '../stage/random.js'
import { createScene, type Remains, type SceneOptions } from '../stage/scene.js'
import { createTrace } from '../stage/trace.js'
import type { Claims, Play } from './claims.js'
import { judge } from './judge.js'

/** What must never happen. Each is a list of texts, which is empty if it did not happen. */
export interface Findings {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly hung: readonly string[]
  readonly odd: readonly string[]
}

export interface Played extends Findings {
  /** The hash of the trace and, if requested, the trace itself. */
  readonly hash: string
  readonly trace: readonly string[]
  /** What succeeded, to tell a run in which nothing happened from a run in which nothing went wrong. */
  readonly done: Readonly<Record<string, number>>
}

/** The state in which a case begins: what an earlier one left, and the quotes that can be paid. */
export interface Start {
  readonly remains: Remains
  readonly receiver: string
  readonly quotes: readonly Quote[]
}

/** Decides the order, and watches. */
export interface Direction {
  readonly keepTrace?: boolean
  readonly pick?: Choose
  /** Receives every task that has run. */
  readonly watch?: (ran: Ran) => void
  /** Default: a new account. */
  readonly start?: Start
}

/** What is left on the stage when nothing is in flight any more. */
export interface Ended {
  readonly pages: readonly Page[]
  readonly hung: readonly string[]
  readonly done: () => Readonly<Record<string, number>>
}

/**
 * Returns the order of a case. In some cases things happen in the order in which they began, in others in any order.
 */
export function anyOrder(seed: string): Choose {
  const random = seededRandom(`order ${seed}`)
  const oddity = [0, 5, 30, 100][random.below(4)] ?? 0
  return (heads) => (random.below(100) < oddity ? random.below(heads.length) : oldest(heads))
}

/** @param order the seed of the order in which things happen, and of all randomness */
export async function playCase(
  options: Omit<SceneOptions, 'seed' | 'from'>,
  order: string,
  { keepTrace = false, pick = anyOrder(order), watch, start }: Direction,
  act: (play: Play) => Promise<Ended>,
): Promise<Played> {
  const trace = createTrace(keepTrace)
  beginLoop(pick, trace, watch)
  const scene = await createScene({ ...options, seed: order, from: start?.remains })
  const newReceiver = async (): Promise<string> =>
    (await scene.emulator.provision({ email: 'grace@example.com', balance: 0 })).account.id
  const claims: Claims = {
    paid: new Set(),
    unpaid: new Set(),
    sentAlone: new Set(),
    gone: new Set(),
    left: new Set(),
  }
  const play: Play = {
    scene,
    receiver: start?.receiver ?? (await newReceiver()),
    quotes: [...(start?.quotes ?? [])],
    claims,
  }
  const { pages, hung, done } = await act(play)
  const doubled = await judge(play, pages)
  await scene.close()
  return {
    ...{ hash: trace.hash(), trace: trace.lines(), done: done() },
    ...{ lost: scene.watch.lost, doubled, hung, odd: scene.odd },
  }
}
