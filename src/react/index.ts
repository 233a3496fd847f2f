/** React bindings: a provider of a wallet, and hooks for its state, sign-in, countdowns and payments. @module */

export type { WalletElementProps } from './elements.js'
export { type QuoteAuthorization, useAuthorizeQuote, type WaitingQuote } from './use-authorize-quote.js'
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
