/** The public interface of a served wallet: its options, and what they promise. @module */
import type { ExportedWallet, WalletOptions } from '../index.js'
import type { QuestionElement } from './questions.js'

/** The options of a wallet in a frame. The option `confirm` is the frame's own. */
export type ServedWalletOptions = Omit<WalletOptions, 'confirm'>

/** Options of `serveWallet`. */
export interface ServeWalletOptions {
  /**
   * The options of the wallet, or a function that returns them for the account that the page around the frame names.
   * The function should throw for an account that is not the logged-in person's; the backend refuses it in any case.
   *
   * `undefined` if nobody is logged in as far as this page sees: the page's calls are `NOT_LOGGED_IN`, and the next one
   * loads this page again. In a frame from which the browser keeps the login, they are made in a window instead.
   */
  readonly wallet: ServedWalletOptions | ((accountId: string) => ServedWalletOptions) | undefined
  /** The origins of the pages that may use the wallet, such as `https://shop.example.com`. Exact, without wildcards. */
  readonly parents: readonly string[]
  /**
   * Shows the questions: a `<wallet-confirm>`, or an element of your own with a method `ask` that works like the option
   * `confirm` of a wallet. It must be in the document. Only a click inside it counts, on a control that the person has
   * seen for half a second; a click that did not count is the event `wallet-click-dropped` of the element.
   */
  readonly ask: QuestionElement
  /**
   * Shows an exported recovery phrase, and resolves when the person has closed it. The bytes are wiped then. Without
   * this option, `exportWallet` rejects.
   */
  readonly reveal?: (exported: ExportedWallet, signal: AbortSignal) => Promise<void>
}

/** A wallet that is being served. */
export interface ServedWallet {
  /** How many messages were ignored because they did not have the form of the protocol, or came from elsewhere. */
  readonly ignored: () => number
  /** Ends the connection, and disposes of the wallet. */
  readonly dispose: () => void
}
