/** The page of a shop, whose wallet is in a frame of another origin. @module */
import type { Wallet } from 'embedded-wallet-auth'
import { frameWallet } from 'embedded-wallet-auth/frame-host'
import { createHarnessOf } from './create-harness.js'

// The tests' calls are typed for a wallet. They use no more of it than a framed wallet has.
createHarnessOf((options: { readonly prefer?: 'window' }) => {
  const url = `http://wallet.site.localhost:${location.port}/framed-wallet`
  return frameWallet({ url, ...(options.prefer && { prefer: options.prefer }) }) as unknown as Wallet
})
