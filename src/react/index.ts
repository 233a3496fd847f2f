/**
 * React bindings: a wallet for a part of the page, its state, a sign-in with a countdown, and signed actions.
 * @module
 */

export { useSecondsUntil } from './use-seconds-until.js'
export { type SignIn, useSignIn } from './use-sign-in.js'
export { type ActionState, type SignedAction, useSignedAction } from './use-signed-action.js'
export {
  useSession,
  useWallet,
  useWalletState,
  WalletProvider,
  type WalletProviderProps,
} from './wallet-provider.js'
