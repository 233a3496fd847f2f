/** Kills a server of the user's before and after each of its calls, and has it started again. @module */
import { createInbox, type DeliveryOrder, deliveryOrders, type WebhookInbox } from './webhook-inbox.js'

/**
 * Gives a function, or an object with methods, a point before and after each call: there the process can end. Give one
 * to everything of your server that outlasts a process: the `fetch` of its client, its database, its queues.
 */
export type Point = <Target extends object>(target: Target) => Target

/** What a scenario is given, anew for each case. */
export interface KillableServer {
  /**
   * Runs code of your server as a process does, and resolves with its result. If the process is killed in it, nothing
   * of it goes on, not even a `finally`, and the code runs again in a new process. So build your server inside, and
   * what it keeps outside: in the database.
   */
  readonly live: <Result>(code: (point: Point) => Promise<Result>) => Promise<Result>
  /** The webhooks for your server: each is delivered until it is answered, also twice and out of order. */
  readonly inbox: WebhookInbox
}

/** How many cases were run. */
export interface KillReport {
  /** The calls between which the process was killed, such as `POST /quotes`, in the order of the scenario. */
  readonly points: readonly string[]
  /** The runs of the scenario: for each order of webhooks one without a kill, and two for each point. */
  readonly cases: number
}

/** Where a process is killed: before or after the call with this number. */
interface Kill {
  readonly at: number
  readonly side: 'before' | 'after'
}

/** How long a case may take, in milliseconds. A process that waits for one that was killed would wait for ever. */
const longestCase = 60_000

/**
 * Runs a scenario once without a kill, and then once for each kill: before and after every call that has a point. All
 * of it three times: with the webhooks in order, with each twice at once, and in reverse and then all again. The
 * scenario makes a world of its own, and throws if an effect is missing or came twice at the end. Rejects with an error
 * that lists the cases in which it threw, in the first order of webhooks in which it did.
 *
 * @example
 * await killAtEveryPoint(async ({ live, inbox }) => {
 *   const emulator = createEmulator({ webhooks: { fetch: inbox.fetch } })
 *   const database = createDatabase()
 *   const shop = (point) => createShop({ database: point(database), fetch: point(emulator.fetch) })
 *   await live((point) => shop(point).sell('order-1'))
 *   await live((point) => inbox.deliver(shop(point).receive))
 *   expect(database.shipments).toEqual(['order-1'])
 * })
 */
export async function killAtEveryPoint(
  scenario: (server: KillableServer) => Promise<void>,
): Promise<KillReport> {
  const wrong: string[] = []
  let cases = 0
  const play = async (order: DeliveryOrder, kill?: Kill): Promise<readonly string[]> => {
    cases += 1
    const passed: string[] = []
    try {
      await inTime(scenario(server(passed, createInbox(order), kill)))
    } catch (error) {
      const where = kill ? `killed ${kill.side} ${passed[kill.at]} (call ${kill.at + 1})` : 'not killed'
      wrong.push(`${where}, webhooks ${order}: ${error instanceof Error ? error.message : String(error)}`)
    }
    return passed
  }
  let points: readonly string[] = []
  for (const order of deliveryOrders) {
    const calls = await play(order)
    if (order === 'in order') points = calls
    // A kill says nothing about a scenario that is wrong without one, and one order with its cases is enough to mend.
    if (wrong.length === 0)
      for (const at of calls.keys())
        for (const side of ['before', 'after'] as const) await play(order, { at, side })
    if (wrong.length > 0) break
  }
  if (points.length === 0 && wrong.length === 0)
    throw new TypeError('No call has a point. Give one to what your server calls.')
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${cases} cases are wrong:\n${wrong.join('\n')}`)
  return { points, cases }
}

function server(passed: string[], inbox: WebhookInbox, kill: Kill | undefined): KillableServer {
  const isKilled = (at: number, side: Kill['side']): boolean => kill?.at === at && kill.side === side
  const live: KillableServer['live'] = async (code) => {
    // A killed process is one whose calls never settle, so that none of its code goes on.
    let end = (): void => {}
    const killed = new Promise<typeof dead>((resolve) => {
      end = () => resolve(dead)
    })
    let isDead = false
    const die = (): Promise<never> => {
      isDead = true
      end()
      return new Promise(() => {})
    }
    const call = async (name: string, make: () => unknown): Promise<unknown> => {
      if (isDead) return die()
      const at = passed.push(name) - 1
      if (isKilled(at, 'before')) return die()
      const outcome = await Promise.resolve(make()).then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error
        },
      )
      return isDead || isKilled(at, 'after') ? die() : outcome()
    }
    const result = await Promise.race([code(pointOf(call)), killed])
    return result === dead ? live(code) : result
  }
  return { live, inbox }
}

const dead = Symbol('dead')

/** Wraps functions and the methods of objects, whatever their types are: each returns a promise of what it returned. */
function pointOf(call: (name: string, make: () => unknown) => Promise<unknown>): Point {
  const wrap = (target: object, name: string): object =>
    new Proxy(target, {
      apply: (made, self, args) =>
        call(nameOf(name, args), () => Reflect.apply(made as (...all: unknown[]) => unknown, self, args)),
      get: (from, key) => {
        const member: unknown = Reflect.get(from, key, from)
        return typeof member === 'function' ? wrap(member.bind(from), String(key)) : member
      },
    })
  // The type assertion is safe, because a proxy has the members of its target.
  return (target) => wrap(target, ownName(target)) as typeof target
}

const ownName = (target: object): string =>
  ('name' in target && typeof target.name === 'string' && target.name) || 'a call'

/** A call of `fetch` is named by its method and path, with ids left out. */
function nameOf(name: string, [target, init]: readonly unknown[]): string {
  const address = target instanceof Request ? target.url : String(target)
  if (!/^https?:/.test(address) || !URL.canParse(address)) return name
  const method =
    target instanceof Request ? target.method : ((init as RequestInit | undefined)?.method ?? 'GET')
  return `${method} ${new URL(address).pathname.replace(/^\/\d{4}-\d\d-\d\d/, '').replace(/\w+:[\da-f-]{36}/g, '{id}')}`
}

async function inTime(played: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${longestCase / 1000} s`)), longestCase)
  })
  await Promise.race([played, late]).finally(() => clearTimeout(timer))
}
