/** The public `serveWallet`: the page that holds the wallet, in a frame or window of its own origin. @module */
import { systemClock } from '../clock.js'
import type { ServedWallet, ServeWalletOptions } from './api.js'
import { browserPage } from './page.js'
import { serveIn } from './serve-in.js'

/**
 * Serves a wallet to the page around the frame, or to the page that has opened this window. That page calls
 * `frameWallet` of `embedded-wallet-auth/frame-host`. It can ask for what a wallet does, but gets no key, no recovery
 * phrase and no address of the person; everything that pays, adds or removes a way in, or exports, is asked here.
 *
 * @throws TypeError if an option is not valid
 *
 * @example
 * const ask = document.querySelector('wallet-confirm')
 * serveWallet({ wallet: { accountId, backend: '/wallet' }, parents: ['https://shop.example.com'], ask })
 */
export function serveWallet(options: ServeWalletOptions): ServedWallet {
  return serveIn(browserPage(), systemClock(), options)
}
