/** What the elements look like from outside: properties, methods and events. @module */
import type { ConfirmationRequest, Quote, SessionInfo, Wallet } from '../index.js'
import type { Messages } from './messages/messages.js'
import type { SignInProvider } from './sign-in/ways.js'

/**
 * `<wallet-sign-in>`. Its attributes: `code-length` and `code-alphanumeric` say what codes look like, so that a complete
 * code is submitted by itself; `code-lifetime` says for how many seconds one works; `again` asks for a fresh proof
 * although there is a session; `lang` and `dir` override those of the page.
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
   * Asks about an operation, for the option `confirm` of `createWallet`. Resolves with `true` if the person agrees, at
   * once if they have just agreed to the same terms in this element. Resolves with `false` if they refuse, if the
   * request's signal aborts, or if the element is not in the document.
   *
   * @example
   * createWallet({ accountId, backend, confirm: (request) => element.ask(request) })
   */
  ask(request: ConfirmationRequest): Promise<boolean>
}

/** The events of the elements. They bubble, and leave shadow roots. */
export interface WalletElementEvents {
  /** There is a session: restored, or after a new proof. */
  'wallet-signed-in': CustomEvent<SessionInfo>
  /** A call failed. The element already shows what to do. The detail is the error: of the wallet, or of the platform's own function. */
  'wallet-problem': CustomEvent<unknown>
  /** The outcome of a payment is known: see `status` of the quote. */
  'wallet-payment': CustomEvent<Quote>
  /** The person asks for another quote. Set `quote` to it. */
  'wallet-requote': CustomEvent<Quote>
  /** The person does not want to pay. */
  'wallet-cancel': CustomEvent<Quote>
  /** A question of `ask` is shown now. */
  'wallet-question': CustomEvent<{ readonly operation: ConfirmationRequest['operation'] }>
  /** It was answered. */
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
