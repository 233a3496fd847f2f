/**
 * Reads from the address how the keys of sessions arrive: `?keys=client-held` or `?keys=sealed`. Otherwise they arrive as
 * the service wants them: the hosted deployments take only encrypted codes, so the page makes the keys.
 * @module
 */
import type { WalletOptions } from 'embedded-wallet-auth'
import type { Welcome } from '../contract.js'

/** How the keys of sessions arrive. */
export function keyDeliveryIn({ profile }: Pick<Welcome, 'profile'>): 'sealed' | 'client-held' {
  const chosen = new URLSearchParams(location.search).get('keys')
  if (chosen === 'sealed' || chosen === 'client-held') return chosen
  return profile === 'seed' ? 'sealed' : 'client-held'
}

/** The options of a wallet that the address and the service choose. */
export const chosenKeys = (welcome: Welcome): Pick<WalletOptions, 'keyDelivery' | 'otpSigner'> =>
  keyDeliveryIn(welcome) === 'client-held' ? { keyDelivery: 'client-held', otpSigner: welcome.otpSigner } : {}
