/** The sandbox's magic values as the interface spells them, and the reasons for refusing other values. @module */
import type { WalletPage } from '../wallet-page.js'

export const magic = {
  otp: '000000',
  stamp: 'sandbox-valid-signature',
  assertion: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
} as const

/** The `reason` of the 401 for a wrong value. */
export const reasons = {
  otp: 'Invalid OTP code',
  assertion: 'Invalid passkey signature',
  oidcToken: 'Invalid OIDC token',
  stamp: 'Invalid Service-Wallet-Signature',
} as const

/** Signs in with the magic code. */
export async function signInByMagic(wallet: WalletPage): Promise<void> {
  await wallet.askForCode()
  await wallet.enterCode(magic.otp)
}
