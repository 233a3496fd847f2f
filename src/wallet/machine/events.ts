/** The events for `onEvent`: each reports a step of a wallet's work, for logs and support. @module */
import { WalletError } from '../../errors.js'
import { notify } from './listeners.js'
import type { Effect, MachineEvent, WalletState } from './machine.js'

/** One step of a wallet's work. It contains only names, durations and error codes: no secret, id, address or amount. */
export type WalletEvent = {
  /** When the step ended: milliseconds since 1970, in server time once it is known. */
  readonly at: number
} & (
  | {
      readonly type: 'transition'
      /** The name of the machine's event, such as `challenged`. */
      readonly event: MachineEvent['event']
      readonly effects: readonly Effect['effect'][]
      /** The new status of the session. */
      readonly session: WalletState['session']['status']
      /** The new status of the flow. */
      readonly flow: WalletState['flow']['status']
    }
  | ({
      readonly type: 'call'
      /** The name of the call, such as `verifyCredential`. */
      readonly operation: string
    } & Ending)
  | ({ readonly type: 'stamp' } & Ending)
  | ({
      readonly type: 'commit'
      /** The names of the fields of the record that changed. */
      readonly changed: readonly string[]
    } & Ending)
)

/** How long a step took, in milliseconds, and the error code if it failed. */
interface Ending {
  readonly ms: number
  /** If the step failed: the code of the error, or `UNKNOWN` if the error does not come from this library. */
  readonly code?: string
}

type Untimed<E> = E extends { readonly ms: number } ? Omit<E, 'at' | 'ms' | 'code'> : never

/** Runs `work`. Afterwards reports to `onEvent` how long `work` took and, if it failed, the error code. */
export type Timed = <T>(
  work: () => Promise<T>,
  eventOf: (result: T | undefined) => Untimed<WalletEvent>,
) => Promise<T>

export interface Observer {
  readonly told: (event: Omit<WalletEvent & { readonly type: 'transition' }, 'at'>) => void
  readonly timed: Timed
}

/**
 * Creates the observer, which reports events to `onEvent`. An error that `onEvent` throws is reported as uncaught.
 * Without `onEvent` nothing is measured.
 */
export function createObserver(
  onEvent: ((event: WalletEvent) => void) | undefined,
  now: () => number,
): Observer {
  if (onEvent === undefined) return { told: () => {}, timed: (work) => work() }
  const emit = (event: object): void =>
    // `event` has all fields of a WalletEvent except `at`, but TypeScript cannot infer that.
    notify(() => onEvent(Object.freeze({ ...event, at: now() }) as WalletEvent))
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
  return { told: emit, timed }
}

/** A service may send any text as its error code, so only text that looks like an error code is passed on. */
const codeOf = (error: unknown): string =>
  error instanceof WalletError && /^[A-Z][A-Z_]{2,63}$/.test(error.code) ? error.code : 'UNKNOWN'
