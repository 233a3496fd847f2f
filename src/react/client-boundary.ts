'use client'
/**
 * The React bindings for server components: all of them run on the client. This is a separate file, because bundlers of
 * pages without server components warn about the directive.
 * @module
 */

export { useSecondsUntil } from './use-seconds-until.js'
export { useSignIn } from './use-sign-in.js'
export { useSignedAction } from './use-signed-action.js'
export { useSession, useWallet, useWalletState, WalletProvider } from './wallet-provider.js'
