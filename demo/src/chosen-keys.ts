/** Reads from the address how the keys of sessions arrive: `?keys=client-held`. @module */
import type { WalletOptions } from 'embedded-wallet-auth'
import type { Welcome } from '../contract.js'

/** The options of a wallet that the address chooses. The emulator takes either form. */
export function chosenKeys({ otpSigner }: Welcome): Pick<WalletOptions, 'keyDelivery' | 'otpSigner'> {
  const isChosen = new URLSearchParams(location.search).get('keys') === 'client-held'
  return isChosen ? { keyDelivery: 'client-held', otpSigner } : {}
}
