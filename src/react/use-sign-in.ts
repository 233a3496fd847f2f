/** A sign-in as a component sees it. @module */
import { useCallback } from 'react'
import type { AnyWalletError, FlowState, PrepareOptions, ProofInput, SignInOptions } from '../index.js'
import { useCall } from './use-call.js'
import { useSecondsUntil } from './use-seconds-until.js'
import { useWallet, useWalletState } from './wallet-provider.js'

/** The functions never reject for a `WalletError`: they resolve with `false`, and `error` has it. */
export interface SignIn {
  /** What is waited for, in this tab or, for a code, in another one. */
  readonly flow: FlowState
  /** Whether one of the calls below is running. */
  readonly pending: boolean
  /** The error of the latest call. What was cancelled or superseded is not an error. */
  readonly error: AnyWalletError | undefined
  /** Whole seconds until another code may be sent; 0 when it may. */
  readonly resendIn: number
  /** PASSKEY and OAUTH resolve when the session is active, EMAIL_OTP when the code has been sent. Call it in the click. */
  readonly signIn: (options: SignInOptions) => Promise<boolean>
  /** Submits the code or the ID token that `flow` waits for. */
  readonly submit: (proof: ProofInput) => Promise<boolean>
  /** Has another code sent. */
  readonly resend: () => Promise<boolean>
  /** Prepares a sign-in, so that the click opens the browser's dialog at once. Its failure is not shown. */
  readonly prepare: (options: PrepareOptions) => Promise<void>
  /** Ends the flow. */
  readonly cancel: () => void
}

/**
 * Everything that a sign-in form needs.
 *
 * @example
 * const { flow, pending, error, resendIn, signIn, submit } = useSignIn()
 * if (flow.status !== 'awaitingProof')
 *   return <button disabled={pending} onClick={() => signIn({ type: 'EMAIL_OTP' })}>Email me a code</button>
 */
export function useSignIn(): SignIn {
  const wallet = useWallet()
  const { flow } = useWalletState()
  const { run, pending, error, reset } = useCall<boolean>()
  const resendIn = useSecondsUntil(flow.status === 'awaitingProof' ? flow.resendAt : undefined)
  const ask = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      const isDone = await run(() => work().then(() => true))
      return isDone === true
    },
    [run],
  )
  const signIn = useCallback((options: SignInOptions) => ask(() => wallet.signIn(options)), [ask, wallet])
  const submit = useCallback((proof: ProofInput) => ask(() => wallet.submit(proof)), [ask, wallet])
  const resend = useCallback(() => ask(() => wallet.resend()), [ask, wallet])
  const prepare = useCallback((options: PrepareOptions) => wallet.prepare(options).catch(() => {}), [wallet])
  const cancel = useCallback(() => {
    wallet.cancel()
    reset()
  }, [wallet, reset])
  return { flow, pending, error, resendIn, signIn, submit, resend, prepare, cancel }
}
