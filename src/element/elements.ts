/** The types of the elements: properties, methods and events. @module */
import type { AnyWallet, ConfirmationRequest, Quote, SessionInfo } from '../index.js'
import type { Messages } from './messages/messages.js'
import type { SignInProvider } from './sign-in/ways.js'

/**
 * The element `<wallet-sign-in>`, which signs the user in. Its attributes:
 *
 * - `code-length` is the number of characters in a code. If it is set, a complete code is submitted automatically.
 * - `code-alphanumeric` allows letters in a code.
 * - `code-lifetime` is the number of seconds for which a code is valid.
 * - `again` makes the user sign in again even if there is a session.
 * - `lang` and `dir` override those of the page.
 */
export interface WalletSignInElement extends HTMLElement {
  wallet: AnyWallet | undefined
  /** The identity providers to offer, if the account has an OAUTH credential. */
  providers: readonly SignInProvider[] | undefined
  /** Your own texts, in place of those of the catalogue. */
  messages: Partial<Messages> | undefined
}

/**
 * The element `<wallet-confirm>`, which asks the user to confirm payments and other operations. If a payment waits for
 * the user (`PENDING_AUTHORIZATION`), it asks for the code or the passkey, as often as the service does. Its
 * attributes:
 *
 * - `code-length` is the number of characters in such a code. If it is set, a complete code is submitted automatically.
 * - `code-alphanumeric` allows letters in such a code.
 * - `lang` and `dir` override those of the page.
 */
export interface WalletConfirmElement extends HTMLElement {
  wallet: AnyWallet | undefined
  /**
   * The quote to show and execute, as the platform got it from `POST /quotes`. To continue with a payment that waits
   * for the user, such as after a reload: what `wallet.getQuote` returns.
   */
  quote: Quote | undefined
  /** The receiver's name, as the user knows it. Default: the name in the quote. */
  receiver: string | undefined
  /** Your own texts, in place of those of the catalogue. */
  messages: Partial<Messages> | undefined
  /**
   * Asks the user to confirm an operation. Call this from the option `confirm` of `createWallet`. Resolves with `true`
   * if the user agrees, or at once if the user has just agreed to the same terms in this element. Resolves with `false`
   * if the user refuses, or if the request's signal aborts. Rejects if the element is not in the document, or leaves
   * it: the wallet's call then rejects with `CONFIRMATION_FAILED`. In the page of a wallet's frame, `serveWallet` calls
   * this, and the question also names the `parent` that asks.
   *
   * @example
   * createWallet({ accountId, backend, confirm: (request) => element.ask(request) })
   */
  ask(
    request: ConfirmationRequest & { readonly parent?: string; readonly now?: () => number },
  ): Promise<boolean>
  /**
   * Answers "no" to the question that is shown, if there is one. Call this when the user closes the dialog that
   * contains the element.
   *
   * @example
   * dialog.addEventListener('cancel', () => element.refuse())
   */
  refuse(): void
}

/** The events of the elements. They bubble and cross shadow boundaries. */
export interface WalletElementEvents {
  /** A session was restored, or the user has signed in. */
  'wallet-signed-in': CustomEvent<SessionInfo>
  /**
   * A call failed, and the element already tells the user what to do. `detail` is the error that the wallet or a
   * provider's `begin` threw.
   */
  'wallet-problem': CustomEvent<unknown>
  /** The outcome of the payment is known: the `status` of the quote in `detail`. Not while the payment waits. */
  'wallet-payment': CustomEvent<Quote>
  /** The user wants a new quote. Create one, and assign it to the element's `quote`. */
  'wallet-requote': CustomEvent<Quote>
  /** A payment needs a passkey, and the user wants to add one: show them where. */
  'wallet-add-passkey': CustomEvent<Quote>
  /**
   * The user clicked Cancel instead of paying, or left a payment that waits. Such a quote is `PENDING_AUTHORIZATION`,
   * and its payment keeps waiting until it fails.
   */
  'wallet-cancel': CustomEvent<Quote>
  /** A question of `ask` is shown, and the user has to answer it. Questions are shown one after another. */
  'wallet-question': CustomEvent<{ readonly operation: ConfirmationRequest['operation'] }>
  /** The question that was shown was answered or withdrawn. `ask` resolves with `agrees`. */
  'wallet-answer': CustomEvent<{
    readonly operation: ConfirmationRequest['operation']
    readonly agrees: boolean
  }>
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-sign-in': WalletSignInElement
    'wallet-confirm': WalletConfirmElement
  }
  interface GlobalEventHandlersEventMap extends WalletElementEvents {}
}
