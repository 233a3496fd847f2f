/** The hook that tracks a call: whether it is pending, and then its error or its value. @module */
import { useCallback, useRef, useState } from 'react'
import { type AnyWalletError, isWalletError } from '../index.js'

export interface CallState<T> {
  readonly pending: boolean
  readonly error: AnyWalletError | undefined
  readonly value: T | undefined
}

const atRest = { pending: false, error: undefined, value: undefined }

/** Codes of errors that are not shown, because the user or the page ended the call on purpose. */
const intended: ReadonlySet<string> = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

/**
 * Tracks the newest call; older calls no longer change the state. `run` resolves with the call's value, or with
 * `undefined` after a `WalletError`. The error is then in `error`, unless the user or the page ended the call on
 * purpose. After any other error, such as a `TypeError` for a caller's mistake, `run` rejects.
 */
export function useCall<T>(): CallState<T> & {
  readonly run: (work: () => Promise<T>) => Promise<T | undefined>
  readonly reset: () => void
} {
  const [state, setState] = useState<CallState<T>>(atRest)
  const newest = useRef(0)
  const run = useCallback(async (work: () => Promise<T>): Promise<T | undefined> => {
    newest.current += 1
    const number = newest.current
    const settle = (next: CallState<T>): void => {
      if (number === newest.current) setState(next)
    }
    setState({ ...atRest, pending: true })
    try {
      const value = await work()
      settle({ ...atRest, value })
      return value
    } catch (error) {
      const isKnown = isWalletError(error)
      settle({ ...atRest, error: isKnown && !intended.has(error.code) ? error : undefined })
      if (!isKnown) throw error
      return undefined
    }
  }, [])
  const reset = useCallback(() => {
    newest.current += 1
    setState(atRest)
  }, [])
  return { ...state, run, reset }
}
