'use client'
/**
 * The React bindings for apps with server components. This is a separate file, because the bundlers of other apps warn
 * about the directive `'use client'`.
 * @module
 */

export { useAuthorizeQuote } from './use-authorize-quote.js'
export { useSecondsUntil } from './use-seconds-until.js'
export { useSignIn } from './use-sign-in.js'
export { useSignedAction } from './use-signed-action.js'
export { useSession, useWallet, useWalletState, WalletProvider } from './wallet-provider.js'
