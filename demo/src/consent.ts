/**
 * What the person has agreed to. It answers the wallet's option `confirm`: a screen that has just asked says so, and everything
 * else that would be stamped is asked about in a dialog.
 * @module
 */
import type { Confirm, ConfirmationQuestion } from 'embedded-wallet-auth'
import { isSame } from './questions.js'

/** The consent of the person whose wallet is open. */
export interface Consent {
  /** The option of `createWallet`. */
  readonly confirm: Confirm
  /**
   * Makes a call that the person has just agreed to on the screen. The wallet's question about exactly this is answered with
   * yes, once, and only while the call runs.
   *
   * @example
   * consent.given({ operation: 'exportWallet', details: { accountId } }, () => wallet.exportWallet())
   */
  given<T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T>
}

/** Nothing has been agreed to. `ask` shows a dialog and resolves with the answer. */
export function createConsent(
  ask: (question: ConfirmationQuestion, signal: AbortSignal) => Promise<boolean>,
): Consent {
  const agreed = new Set<ConfirmationQuestion>()
  return {
    async confirm({ signal, ...rest }) {
      // Taking the signal away leaves the question that it came with; the type loses which details go with which operation.
      const question = rest as ConfirmationQuestion
      const found = [...agreed].find((each) => isSame(each, question))
      if (found === undefined) return ask(question, signal)
      agreed.delete(found)
      return true
    },
    async given(question, call) {
      agreed.add(question)
      try {
        return await call()
      } finally {
        agreed.delete(question)
      }
    },
  }
}
