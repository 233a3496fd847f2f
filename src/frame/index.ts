/** The page that holds a wallet for pages of other origins, which can ask it but not sign. @module */

export type { ServedWallet, ServedWalletOptions, ServeWalletOptions } from './api.js'
export type { FramedRequest, QuestionElement } from './questions.js'
export { serveWallet } from './serve-wallet.js'
