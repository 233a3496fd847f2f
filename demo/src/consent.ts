/**
 * What the user has agreed to, for the wallet's option `confirm`. A screen that has just asked the user records the
 * consent here. For any other operation, a dialog asks.
 * @module
 */
import type { Confirm, ConfirmationQuestion } from 'embedded-wallet-auth'
import { isSame } from './questions.js'

/** The consent of the user whose wallet is open. */
export interface Consent {
  /** The option of `createWallet`. */
  readonly confirm: Confirm
  /**
   * Makes a call that the user has just agreed to on the screen. While the call runs, the wallet's question about
   * exactly this operation is answered with yes once.
   *
   * @example
   * consent.given({ operation: 'exportWallet', details: { accountId } }, () => wallet.exportWallet())
   */
  given<T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T>
}

/** Makes an object without any consent. `ask` shows a dialog and resolves with the user's answer. */
export function createConsent(
  ask: (question: ConfirmationQuestion, signal: AbortSignal) => Promise<boolean>,
): Consent {
  const agreed = new Set<ConfirmationQuestion>()
  return {
    async confirm({ signal, ...rest }) {
      // The type assertion is safe: without the signal, the request is the question. The spread loses which details
      // belong to which operation.
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
