/** What a wallet tells of its work, by name and duration: for logs, inspectors and support. @module */
import { WalletError } from '../../errors.js'
import type { Effect, MachineEvent, WalletState } from './machine.js'
import { notify } from './store.js'

/** One step of a wallet's work. Names and durations only: no secret, id, address, amount or other value. */
export type WalletEvent = {
  /** Milliseconds since 1970, server's time as far as it is known: when it ended. */
  readonly at: number
} & (
  | {
      readonly type: 'transition'
      /** The name of the machine's event, such as `challenged`. */
      readonly event: MachineEvent['event']
      readonly effects: readonly Effect['effect'][]
      /** The status of each region from now on. */
      readonly session: WalletState['session']['status']
      readonly flow: WalletState['flow']['status']
    }
  | ({ readonly type: 'call' /** Such as `verifyCredential`. */; readonly operation: string } & Ending)
  | ({ readonly type: 'stamp' } & Ending)
  | ({
      readonly type: 'commit' /** The fields of the record that changed. */
      readonly changed: readonly string[]
    } & Ending)
)

/** How long it took, and how it failed. */
interface Ending {
  readonly ms: number
  /** The code of its error, if it failed; `UNKNOWN` for one that is not of this library. */
  readonly code?: string
}

type Untimed<E> = E extends { readonly ms: number } ? Omit<E, 'at' | 'ms' | 'code'> : never

/** Runs `work`, and tells afterwards how long it took and how it failed. */
export type Timed = <T>(
  work: () => Promise<T>,
  eventOf: (result: T | undefined) => Untimed<WalletEvent>,
) => Promise<T>

export interface Observer {
  readonly told: (event: Omit<WalletEvent & { readonly type: 'transition' }, 'at'>) => void
  readonly timed: Timed
}

/** Does nothing without a listener, and costs no task then. An error of the listener is reported as uncaught. */
export function createObserver(
  onEvent: ((event: WalletEvent) => void) | undefined,
  now: () => number,
): Observer {
  const emit = (event: object): void =>
    // The parts of one event, put together here.
    notify(() => onEvent?.(Object.freeze({ ...event, at: now() }) as WalletEvent))
  const timed: Timed = async (work, eventOf) => {
    const since = now()
    const end = (result: Parameters<typeof eventOf>[0], failure?: { readonly code: string }): void =>
      emit({ ...eventOf(result), ...failure, ms: now() - since })
    try {
      const result = await work()
      end(result)
      return result
    } catch (error) {
      end(undefined, { code: codeOf(error) })
      throw error
    }
  }
  return onEvent ? { told: emit, timed } : { told: () => {}, timed: (work) => work() }
}

/** A service may answer with any text as a code: only what looks like one is passed on. */
const codeOf = (error: unknown): string =>
  error instanceof WalletError && /^[A-Z][A-Z_]{2,63}$/.test(error.code) ? error.code : 'UNKNOWN'
