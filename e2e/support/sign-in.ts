/** The shortest way to a session. @module */
import type { WalletCalls } from '../wallet-calls.js'
import type { World } from '../world.js'

/** Signs in with a mailed code. */
export async function signInByCode(wallet: WalletCalls, world: World): Promise<void> {
  await wallet.askForCode()
  await wallet.enterCode(world.otp())
}

/** Signs in with a mailed code and adds a passkey. */
export async function addPasskey(wallet: WalletCalls, world: World): Promise<void> {
  await signInByCode(wallet, world)
  await wallet.createPasskey('Laptop')
}
