/** The public interface of a wallet in a frame, as the page around the frame sees it. @module */
import type { AnyWallet, CallOptions } from '../index.js'

/** Options of `frameWallet`. */
export interface FrameWalletOptions {
  /** The wallet's page, of another origin than this page. A relative URL is resolved against this page's URL. */
  readonly url: string | URL
  /** The element that gets the `<iframe>`. Moving it later reloads the frame. Default: the page's body. */
  readonly container?: Element
  /** The account, `InternalAccount:<uuid>`, if the wallet's page lets this page choose it. */
  readonly accountId?: string
  /** `window`: passkey dialogs and questions always open in a window. Default: only where a frame cannot show them. */
  readonly prefer?: 'window'
}

/**
 * A wallet in a frame: a `Wallet` without `signer`, and whose `exportWallet` shows the phrase in the frame. Calls
 * reject as those of a wallet do, and also with `FRAME_UNREACHABLE`, `FRAME_VERSION`, `FRAME_LOST` and
 * `WINDOW_BLOCKED`.
 *
 * The nickname of a credential or session is empty unless it names a passkey: other nicknames are addresses, which this
 * page has to know from elsewhere.
 */
export type FramedWallet = AnyWallet & {
  /** Shows the recovery phrase in the frame. Resolves when the person has closed it. */
  exportWallet(options?: CallOptions): Promise<void>
}
