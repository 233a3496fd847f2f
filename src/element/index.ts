/**
 * Custom elements for any page: `<wallet-sign-in>`, a form that signs in, and `<wallet-confirm>`, which shows a payment
 * and stamps it when the user agrees.
 * @module
 */
export { defineWalletElements } from './define-wallet-elements.js'
export type { WalletConfirmElement, WalletElementEvents, WalletSignInElement } from './elements.js'
export type { Language, Messages } from './messages/messages.js'
export type { SignInProvider } from './sign-in/ways.js'
