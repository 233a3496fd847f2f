/** The shortest way to a session. @module */

import type { ServedStack } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'

/** Signs in with a mailed code. */
export async function signInByCode(wallet: WalletCalls, stack: ServedStack): Promise<void> {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
}

/** Signs in with a mailed code and adds a passkey. */
export async function addPasskey(wallet: WalletCalls, stack: ServedStack): Promise<void> {
  await signInByCode(wallet, stack)
  await wallet.createPasskey('Laptop')
}
