/** The types of the elements: properties, methods and events. @module */
import type { ConfirmationRequest, Quote, SessionInfo, Wallet } from '../index.js'
import type { Messages } from './messages/messages.js'
import type { SignInProvider } from './sign-in/ways.js'

/**
 * `<wallet-sign-in>`. Its attributes: `code-length` and `code-alphanumeric` describe the codes, so that a complete code
 * is submitted automatically. `code-lifetime` is the number of seconds for which a code is valid. With `again`, the
 * user has to sign in again even if there is a session. `lang` and `dir` override those of the page.
 */
export interface WalletSignInElement extends HTMLElement {
  wallet: Wallet | undefined
  /** The identity providers to offer, if the account has an OAUTH credential. */
  providers: readonly SignInProvider[] | undefined
  /** Texts that replace those of the catalogue. */
  messages: Partial<Messages> | undefined
}

/** `<wallet-confirm>`. */
export interface WalletConfirmElement extends HTMLElement {
  wallet: Wallet | undefined
  /** The quote to review and pay, as the platform got it from `POST /quotes`. */
  quote: Quote | undefined
  /** The receiver's name, as the user knows it. Default: from the quote. */
  receiver: string | undefined
  /** Texts that replace those of the catalogue. */
  messages: Partial<Messages> | undefined
  /**
   * Asks the user about an operation, for the option `confirm` of `createWallet`. Resolves with `true` if the user
   * agrees. If the user has just agreed to the same terms in this element, it resolves with `true` at once. Resolves
   * with `false` if the user refuses, if the request's signal aborts, or if the element is not in the document.
   *
   * @example
   * createWallet({ accountId, backend, confirm: (request) => element.ask(request) })
   */
  ask(request: ConfirmationRequest): Promise<boolean>
}

/** The events of the elements. They bubble, and leave shadow roots. */
export interface WalletElementEvents {
  /** There is a session: it was restored, or the user has signed in. */
  'wallet-signed-in': CustomEvent<SessionInfo>
  /**
   * A call failed. The element already shows what to do. The detail is the error of the wallet or of a function of the
   * platform.
   */
  'wallet-problem': CustomEvent<unknown>
  /** The outcome of a payment is known. The `status` of the quote says what it is. */
  'wallet-payment': CustomEvent<Quote>
  /** The user asks for another quote. Create one, and set `quote` to it. */
  'wallet-requote': CustomEvent<Quote>
  /** The user does not want to pay. */
  'wallet-cancel': CustomEvent<Quote>
  /** `ask` has a new question. Several questions are shown one after another. */
  'wallet-question': CustomEvent<{ readonly operation: ConfirmationRequest['operation'] }>
  /** A question of `ask` was answered. */
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
