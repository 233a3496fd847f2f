/**
 * What is going to happen, as data: what falls due, when, and to which record. It happens by one timer and whenever somebody
 * looks, in the order in which it fell due, and it can be written down and taken up again.
 * @module
 */

import type { World } from '../handler/context.js'
import { type Before, popHeap, pushHeap } from './heap.js'
import type { Due } from './scheduled-job.js'

/** As much of the emulator as the agenda needs. */
export type AgendaWorld = Pick<World, 'state' | 'clock' | 'agenda'>

const isSooner: Before<Due> = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Puts an event on the agenda, `at` milliseconds since 1970. Of two at one moment the earlier scheduled comes first. */
export function schedule(world: AgendaWorld, at: number, kind: Due['kind'], id: string): void {
  const { state } = world
  state.lastOrder += 1
  pushHeap(state.due, { at, order: state.lastOrder, kind, id }, isSooner)
  wakeForNext(world)
}

/**
 * Lets everything happen that is due. Called before anything is read: deadlines hold for whoever looks, timer or not. The
 * promise settles when what goes on by itself, such as a delivery, is through; only a clock waits for it.
 */
export function catchUp(world: AgendaWorld): Promise<unknown> | undefined {
  const { state, clock, agenda } = world
  const work: Promise<unknown>[] = []
  for (let next = state.due[0]; next && next.at <= clock.now(); next = state.due[0]) {
    // Taken out first: nothing happens twice.
    popHeap(state.due, isSooner)
    const done = agenda.run(next.kind, next.id)
    if (done instanceof Promise) work.push(done)
  }
  wakeForNext(world)
  return work.length > 0 ? Promise.all(work) : undefined
}

/** One timer serves all: it is set anew when something sooner is scheduled. */
export function wakeForNext(world: AgendaWorld): void {
  const { state, clock, agenda } = world
  const [next] = state.due
  if (!next || next.at >= agenda.wakesAt) return
  agenda.wakesAt = next.at
  clock.after(next.at - clock.now(), () => {
    agenda.wakesAt = Number.POSITIVE_INFINITY
    return catchUp(world)
  })
}
