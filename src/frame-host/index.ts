/** A wallet whose keys and questions are in a frame of another origin. @module */

export type { FramedWallet, FrameWalletOptions } from './api.js'
export { frameWallet } from './frame-wallet.js'
