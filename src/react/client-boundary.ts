'use client'
/**
 * The React bindings as server components import them: everything here runs on the client. A file of its own, because
 * bundlers of plain pages warn of the directive.
 * @module
 */

export { useSecondsUntil } from './use-seconds-until.js'
export { useSignIn } from './use-sign-in.js'
export { useSignedAction } from './use-signed-action.js'
export { useSession, useWallet, useWalletState, WalletProvider } from './wallet-provider.js'
