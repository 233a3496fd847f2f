/** The hook that tracks a call: whether it is pending, and then its error or its value. @module */
import { useCallback, useRef, useState } from 'react'
import { type AnyWalletError, isWalletError } from '../index.js'
import { isForDevelopers, tellDeveloper } from '../wallet/tell-developer.js'
import type { MountedWallet } from './mounted-wallet.js'
import { useSecondsUntil } from './use-seconds-until.js'
import { useMounted } from './wallet-provider.js'

export interface CallState<T, E = never> {
  readonly pending: boolean
  readonly error: AnyWalletError | E | undefined
  readonly value: T | undefined
}

interface State<T, E> extends CallState<T, E> {
  readonly retryAt?: string | undefined
  /** The wallet that was called. */
  readonly of?: MountedWallet
}

const atRest = { pending: false, error: undefined, value: undefined }

/** Codes of errors that are not shown, because the user or the page ended the call on purpose. */
const intended: ReadonlySet<string> = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

/**
 * Tracks the newest call; older calls no longer change the state. `run` resolves with the call's value, or with
 * `undefined` after a `WalletError` or an expected error. The error is then in `error`, unless the user or the page
 * ended the call on purpose. If only a developer can mend it, it is in the console, too. After any other error, such as
 * a `TypeError` for a caller's mistake, `run` rejects.
 */
export function useCall<T, E = never>(): CallState<T, E> & {
  /** Whole seconds until the refused call can be repeated. */
  readonly retryIn: number
  readonly run: (
    work: () => Promise<T>,
    isExpected?: (error: unknown) => error is E,
  ) => Promise<T | undefined>
  readonly reset: () => void
} {
  const mounted = useMounted()
  const [state, setState] = useState<State<T, E>>(atRest)
  const newest = useRef(0)
  const run = useCallback(
    async (work: () => Promise<T>, isExpected?: (error: unknown) => error is E): Promise<T | undefined> => {
      newest.current += 1
      const number = newest.current
      const settle = (next: State<T, E>): void => {
        if (number === newest.current) setState({ ...next, of: mounted })
      }
      setState({ ...atRest, pending: true, of: mounted })
      try {
        const value = await work()
        settle({ ...atRest, value })
        return value
      } catch (error) {
        if (isWalletError(error)) {
          if (isForDevelopers(error)) tellDeveloper(error)
          const wait = 'retryAfter' in error && error.retryAfter
          const retryAt = wait ? new Date((mounted.now() ?? 0) + wait * 1000).toISOString() : undefined
          settle(intended.has(error.code) ? atRest : { ...atRest, error, retryAt })
        } else {
          const isKnown = isExpected?.(error)
          settle(isKnown ? { ...atRest, error } : atRest)
          if (!isKnown) throw error
        }
        return undefined
      }
    },
    [mounted],
  )
  const reset = useCallback(() => {
    newest.current += 1
    setState(atRest)
  }, [])
  // A call for the account before says nothing about this one.
  const { pending, error, value, retryAt }: State<T, E> = state.of === mounted ? state : atRest
  return { pending, error, value, retryIn: useSecondsUntil(retryAt), run, reset }
}
