/**
 * What the user has agreed to, for the wallet's option `confirm`. A screen that has just asked records the consent
 * here. For everything else that would be stamped, a dialog asks.
 * @module
 */
import type { Confirm, ConfirmationQuestion } from 'embedded-wallet-auth'
import { isSame } from './questions.js'

/** The consent of the user whose wallet is open. */
export interface Consent {
  /** The option of `createWallet`. */
  readonly confirm: Confirm
  /**
   * Makes a call to which the user has just agreed on the screen. The wallet's question about exactly this operation is
   * answered with yes, once, while the call runs.
   *
   * @example
   * consent.given({ operation: 'exportWallet', details: { accountId } }, () => wallet.exportWallet())
   */
  given<T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T>
}

/** Makes an empty consent. `ask` shows a dialog and resolves with the answer. */
export function createConsent(
  ask: (question: ConfirmationQuestion, signal: AbortSignal) => Promise<boolean>,
): Consent {
  const agreed = new Set<ConfirmationQuestion>()
  return {
    async confirm({ signal, ...rest }) {
      // Without the signal this is the question. The cast restores which details belong to which operation.
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
