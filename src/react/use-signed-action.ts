/** The hook for a signed operation, such as a payment. @module */
import { useCallback, useEffect, useRef } from 'react'
import type { AnyWalletError, Wallet } from '../index.js'
import { useCall } from './use-call.js'
import { useWallet } from './wallet-provider.js'

/** The state of a signed action, and the result of its latest run. */
export interface ActionState<T> {
  /** Whether the action is running. */
  readonly pending: boolean
  /** The error of the latest run. A run that was cancelled or superseded does not count as an error. */
  readonly error: AnyWalletError | undefined
  /** The value of the latest run, once it has succeeded. */
  readonly value: T | undefined
}

/** A signed action: its state, and the functions that run and reset it. */
export interface SignedAction<A extends readonly unknown[], T> extends ActionState<T> {
  /**
   * Runs the action. While the action runs, another call returns the same promise, so a second click does not sign
   * twice. After a `WalletError` this resolves with `undefined`, and the error is in `error`.
   */
  readonly run: (...args: A) => Promise<T | undefined>
  /** Clears the error or the value. Does nothing while the action runs. */
  readonly reset: () => void
}

/**
 * Runs a signed operation from a component. The operation continues if the component unmounts. A payment that was sent
 * is listed in `useWalletState().unsettled` until its outcome is known.
 *
 * @example
 * const pay = useSignedAction((wallet, quote: Quote) => wallet.executeQuote(quote))
 * return <button disabled={pay.pending} onClick={() => pay.run(quote)}>Pay</button>
 */
export function useSignedAction<A extends readonly unknown[], T>(
  action: (wallet: Wallet, ...args: A) => Promise<T>,
): SignedAction<A, T> {
  const wallet = useWallet()
  const { run: call, pending, error, value, reset } = useCall<T>()
  const current = useRef(action)
  useEffect(() => {
    current.current = action
  })
  const running = useRef<Promise<T | undefined> | undefined>(undefined)
  const run = useCallback(
    (...args: A): Promise<T | undefined> => {
      running.current ??= call(() => current.current(wallet, ...args)).finally(() => {
        running.current = undefined
      })
      return running.current
    },
    [call, wallet],
  )
  const resetIdle = useCallback(() => {
    if (running.current === undefined) reset()
  }, [reset])
  return { run, pending, error, value, reset: resetIdle }
}
