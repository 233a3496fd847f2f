/** The hook for a sign-in form. @module */
import { useCallback } from 'react'
import type { AnyWalletError, FlowState, PrepareOptions, ProofInput, SignInOptions } from '../index.js'
import { useCall } from './use-call.js'
import { useSecondsUntil } from './use-seconds-until.js'
import { useWallet, useWalletState } from './wallet-provider.js'

/**
 * The state of a sign-in and the functions that drive it. `signIn`, `submit` and `resend` resolve with `true`, or with
 * `false` after a `WalletError`.
 */
export interface SignIn {
  /** The sign-in flow of this tab. If another tab has requested a code, this tab's flow waits for the same code. */
  readonly flow: FlowState
  /** Whether `signIn`, `submit` or `resend` is running. */
  readonly pending: boolean
  /** The error of the latest call. A call that was cancelled or superseded does not count as an error. */
  readonly error: AnyWalletError | undefined
  /** Whole seconds until another code can be requested; 0 if it can be requested now. */
  readonly resendIn: number
  /** Whole seconds until the latest call can be repeated, if it was refused with 429. 0 if it can be repeated now. */
  readonly retryIn: number
  /**
   * Signs in. Call this directly in the click handler. For PASSKEY and OAUTH it resolves when the session is active,
   * and for EMAIL_OTP when the code has been sent.
   */
  readonly signIn: (options: SignInOptions) => Promise<boolean>
  /** Submits the code or the ID token that `flow` waits for. */
  readonly submit: (proof: ProofInput) => Promise<boolean>
  /** Requests another code. */
  readonly resend: () => Promise<boolean>
  /** Prepares a sign-in, so that the click opens the browser's dialog at once. A failure is ignored. */
  readonly prepare: (options: PrepareOptions) => Promise<void>
  /** Cancels the flow and clears `error`. */
  readonly cancel: () => void
}

/**
 * Returns everything that a sign-in form needs.
 *
 * @example
 * const { flow, pending, error, resendIn, signIn, submit } = useSignIn()
 * if (flow.status !== 'awaitingProof')
 *   return <button disabled={pending} onClick={() => signIn({ type: 'EMAIL_OTP' })}>Email me a code</button>
 */
export function useSignIn(): SignIn {
  const wallet = useWallet()
  const { flow } = useWalletState()
  const { run, pending, error, retryIn, reset } = useCall<boolean>()
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
  const prepare = useCallback(
    (options: PrepareOptions) =>
      wallet.prepare(options).then(
        () => {},
        () => {},
      ),
    [wallet],
  )
  const cancel = useCallback(() => {
    wallet.cancel()
    reset()
  }, [wallet, reset])
  return { flow, pending, error, resendIn, retryIn, signIn, submit, resend, prepare, cancel }
}
