/** The public `frameWallet`: a wallet whose keys and questions are in a frame of another origin. @module */
import { wallClock } from '../clock.js'
import type { FramedWallet, FrameWalletOptions } from './api.js'
import { createFramedWallet } from './framed-wallet.js'
import { hostPage } from './host-page.js'

/**
 * Loads the wallet's page in a frame, and returns an object with which this page asks it. The page of the frame calls
 * `serveWallet` of `embedded-wallet-auth/frame`, and has to name this page's origin in `parents`.
 *
 * A call that shows the person a question covers the page with the frame until the person has answered. Where a frame
 * cannot show it, the call opens a window, so make such a call in a click.
 *
 * Call it in a browser only, for example in an effect of the component that shows the wallet.
 *
 * @throws TypeError if `url` is not an `http:` or `https:` URL of another origin
 *
 * @example
 * const wallet = frameWallet({ url: 'https://wallet.example.com/frame.html' })
 * await wallet.ready
 * if (wallet.getState().session.status === 'none') await wallet.signIn({ type: 'PASSKEY' })
 */
export function frameWallet(options: FrameWalletOptions): FramedWallet {
  const { url, container = document.body } = options
  return createFramedWallet(options, hostPage(url, container), wallClock)
}
