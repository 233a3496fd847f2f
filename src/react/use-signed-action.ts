/** The hook for a signed operation, such as a payment. @module */
import { useCallback, useEffect, useRef } from 'react'
import type { AnyWallet, AnyWalletError, Wallet } from '../index.js'
import { useCall } from './use-call.js'
import { useWallet } from './wallet-provider.js'

/** The state of a signed action, and the result of its latest run. */
export interface ActionState<T, E = never> {
  /** Whether the action is running. */
  readonly pending: boolean
  /** The error of the latest run. A run that was cancelled or superseded does not count as an error. */
  readonly error: AnyWalletError | E | undefined
  /** Whole seconds until the action can be run again, if it was refused with 429. 0 if it can be run now. */
  readonly retryIn: number
  /** The value of the latest run, once it has succeeded. */
  readonly value: T | undefined
}

/** A signed action: its state, and the functions that run and reset it. */
export interface SignedAction<A extends readonly unknown[], T, E = never> extends ActionState<T, E> {
  /**
   * Runs the action. While the action runs, another call returns the same promise, so a second click does not sign
   * twice. After a `WalletError`, or an error that `isExpected` accepts, this resolves with `undefined`, and the error
   * is in `error`. After any other error it rejects.
   */
  readonly run: (...args: A) => Promise<T | undefined>
  /** Clears the error or the value. Does nothing while the action runs. */
  readonly reset: () => void
}

/**
 * Runs a signed operation from a component. The operation continues if the component unmounts. A payment that was sent
 * is listed in `useWalletState().unsettled` until its outcome is known.
 *
 * @param isExpected accepts the errors of your own calls, if the action makes any
 *
 * @example
 * const pay = useSignedAction((wallet, quote: Quote) => wallet.executeQuote(quote))
 * return <button disabled={pay.pending} onClick={() => pay.run(quote)}>Pay</button>
 */
export function useSignedAction<A extends readonly unknown[], T, E = never, W extends AnyWallet = Wallet>(
  action: (wallet: W, ...args: A) => Promise<T>,
  isExpected?: (error: unknown) => error is E,
): SignedAction<A, T, E> {
  const wallet = useWallet<W>()
  const { run: call, reset, ...state } = useCall<T, E>()
  const current = useRef({ action, isExpected })
  useEffect(() => {
    current.current = { action, isExpected }
  })
  const running = useRef(new Map<W, Promise<T | undefined>>())
  const run = useCallback(
    (...args: A): Promise<T | undefined> => {
      const latest = current.current
      const ended =
        running.current.get(wallet) ??
        call(() => latest.action(wallet, ...args), latest.isExpected).finally(() =>
          running.current.delete(wallet),
        )
      running.current.set(wallet, ended)
      return ended
    },
    [call, wallet],
  )
  const resetIdle = useCallback(() => {
    if (!running.current.has(wallet)) reset()
  }, [reset, wallet])
  return { ...state, run, reset: resetIdle }
}
