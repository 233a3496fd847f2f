/**
 * Remembers that the store does not answer, so that calls do not wait for it one after the other, and has it connect
 * again where an answer proves that the connection leads nowhere or to the wrong server.
 * @module
 */
import { wallClock } from '../../clock.js'
import { DeadlineExceeded, inTime } from '../deadline.js'
import { hasCode, hasMessage } from './store-error.js'

/** How long the store counts as down after an access was late, in milliseconds, unless one succeeds earlier. */
const rest = 5_000

/**
 * Whether an error is what a server answers that has stopped being the one to ask: a Redis that became a replica, still
 * loads its data or has lost its primary or its cluster; a Postgres that only reads, or shuts down. A new connection
 * finds the right one, by its name.
 */
const isFromWrongServer = (error: unknown): boolean =>
  // Redis before version 7 puts the error of a command behind that of the script:
  // `ERR Error running script …: -READONLY`.
  hasMessage(error, /^(ERR Error running script.* -)?(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN)\b/) ||
  hasCode(error, ['25006', '57P01', '57P02', '57P03'])

/** Runs accesses of one store, each with a deadline. */
export interface Circuit {
  /**
   * Settles as the access does, or rejects with a `DeadlineExceeded` after `ms` milliseconds, or at once while the
   * store is known not to answer. The access gets a signal that aborts when nobody waits any more.
   */
  access<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/**
 * The store is known not to answer from the moment when an access was late, if no other access that ended since that
 * one began has succeeded. Any success ends that, also one that comes late. In the meantime one probe at a time is
 * under way, which no call waits for.
 *
 * A store that can reconnect does so then, and after an answer of the wrong server, but not because one access of many
 * was late: new connections would slow down a busy store further. Accesses that began before that are of the old
 * connections, and say nothing about the new ones. If the store did not answer, those that may wait no longer than the
 * late one end with the old connections, and a probe of the new ones begins at once.
 *
 * @param probe an access without an effect
 */
export function createCircuit(probe: () => Promise<unknown>, reconnect?: () => unknown): Circuit {
  let succeededAt = 0
  let reconnectedAt = 0
  let down: { readonly until: number; readonly cause: unknown } | undefined
  let isProbing = false
  // Counts the accesses, because several may begin in the same millisecond.
  let turn = 0
  /** Ends each access that waits, with how long it may. */
  const waiting = new Map<(error: DeadlineExceeded) => void, number>()

  const probeOnce = (ms: number): void => {
    if (isProbing) return
    isProbing = true
    run(ms, probe)
      .catch(() => {})
      .finally(() => {
        isProbing = false
      })
  }

  const run = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    turn += 1
    const began = turn
    const ending = new AbortController()
    let giveUp = (_: DeadlineExceeded): void => {}
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    waiting.set(giveUp, ms)
    try {
      const settled = work(ending.signal)
      settled.then(
        () => {
          succeededAt = turn
          down = undefined
        },
        () => {},
      )
      return await inTime(ms, Promise.race([settled, givenUp]))
    } catch (error) {
      ending.abort(error)
      const isOld = began <= reconnectedAt
      const isDown = error instanceof DeadlineExceeded && succeededAt < began && !isOld
      if (isDown) down = { until: wallClock.now() + rest, cause: error }
      if (reconnect && !isOld && (isDown || isFromWrongServer(error))) {
        reconnectedAt = turn
        // The platform's function may be asynchronous and fail: the next access then says so.
        new Promise((resolve) => resolve(reconnect())).catch(() => {})
        if (isDown) {
          for (const [end, theirs] of waiting)
            if (theirs <= ms) end(new DeadlineExceeded('Given up with its connection.'))
          probeOnce(ms)
        }
      }
      throw error
    } finally {
      waiting.delete(giveUp)
    }
  }

  return {
    async access(ms, work) {
      if (down === undefined || wallClock.now() >= down.until) return run(ms, work)
      const { cause } = down
      probeOnce(ms)
      throw cause
    },
  }
}
