/**
 * Custom elements for any page: `<wallet-sign-in>` signs the user in, and `<wallet-confirm>` shows a payment and makes
 * it when the user agrees.
 * @module
 */
export { defineWalletElements } from './define-wallet-elements.js'
export type { WalletConfirmElement, WalletElementEvents, WalletSignInElement } from './elements.js'
export type { Language, Messages } from './messages/messages.js'
export type { SignInProvider } from './sign-in/ways.js'
