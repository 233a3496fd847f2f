/**
 * The operations for which a wallet has a method of the same name. The names load first and the rows later, so they
 * are listed apart; the compiler compares the two.
 * @module
 */

export const ownMethods = ['executeQuote', 'exportWallet', 'signedRequest', 'updatePrivacy'] as const

export type OwnMethod = (typeof ownMethods)[number]
