/** The hook for a payment that waits for the person. @module */
import { useEffect } from 'react'
import type { AwaitedAuthorization, Quote, ScaFactor, UnsettledQuote, Wallet } from '../index.js'
import { useSecondsUntil } from './use-seconds-until.js'
import { type SignedAction, useSignedAction } from './use-signed-action.js'
import { useWallet, useWalletState } from './wallet-provider.js'

/** A payment that waits for the person. Nothing has been paid. */
export type WaitingQuote = UnsettledQuote & { readonly waitsFor: AwaitedAuthorization }

/** A payment that waits for the person, and the functions that release it. */
export interface QuoteAuthorization {
  /** The payment and what it waits for. `undefined` if it does not wait. */
  readonly waiting: WaitingQuote | undefined
  /** Whole seconds until the service no longer accepts an answer. 0 if nothing waits. */
  readonly secondsLeft: number
  /**
   * Sends the person's answer: the code, or without one the browser's passkey dialog, so call it directly in the click
   * handler. `value` is the quote as the service returned it. While its `status` is `PENDING_AUTHORIZATION`, another
   * answer is needed, and `waiting` says which.
   */
  readonly authorize: SignedAction<[code?: string], Quote>
  /** Has another code sent. `retryIn` counts down if it is too soon for one. */
  readonly resend: SignedAction<[], true>
}

/**
 * Returns a payment that waits for the person, such as one that an earlier page or another tab has executed. Nothing is
 * signed, and no session is needed. Running `authorize` or `resend` while nothing waits rejects with a `TypeError`.
 *
 * @param quoteId the payment. Default: the oldest one that waits
 *
 * @example
 * const { waiting, authorize } = useAuthorizeQuote()
 * if (waiting?.waitsFor.factor === 'PASSKEY')
 *   return <button disabled={authorize.pending} onClick={() => authorize.run()}>Confirm with your passkey</button>
 */
export function useAuthorizeQuote(quoteId?: string): QuoteAuthorization {
  const wallet = useWallet()
  const { unsettled } = useWalletState()
  const waiting = unsettled.filter(isWaiting).find((each) => (quoteId ?? each.quoteId) === each.quoteId)
  const awaited = waiting?.waitsFor
  const wanted = quoteId ?? waiting?.quoteId
  const prepared = dialogs.get(awaited?.factor ?? '') ? waiting?.quoteId : undefined
  const expiresAt = awaited?.expiresAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: another challenge of the same payment has another expiry
  useEffect(() => {
    // Once the wallet has read the options of the dialog, the click opens it at once.
    if (prepared !== undefined) wallet.getQuote(prepared).catch(() => {})
  }, [wallet, prepared, expiresAt])
  const authorize = useSignedAction(async (its: Wallet, code?: string) =>
    its.authorizeQuote(required(wanted), code === undefined ? {} : { code }),
  )
  const resend = useSignedAction(async (its: Wallet): Promise<true> => {
    await its.resendQuoteCode(required(wanted))
    return true
  })
  return { waiting, secondsLeft: useSecondsUntil(expiresAt), authorize, resend }
}

/** Whether the answer is given in a dialog of the browser, which has to open in a click. */
const opensDialog: Readonly<Record<ScaFactor, boolean>> = { SMS_OTP: false, TOTP: false, PASSKEY: true }
const dialogs: ReadonlyMap<string, boolean> = new Map(Object.entries(opensDialog))

const isWaiting = (quote: UnsettledQuote): quote is WaitingQuote => quote.waitsFor !== undefined

function required(quoteId: string | undefined): string {
  if (quoteId === undefined) throw new TypeError('No payment waits for the person.')
  return quoteId
}
