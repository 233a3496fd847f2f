/** The shortest way to a session. @module */

import type { ServedStack } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'
import type { WalletPage } from '../wallet-page.js'

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

/** Adds an identity and begins to sign in with it, then reloads the page. Resolves with the nonce of the awaited token. */
export async function leaveForToken(wallet: WalletPage, stack: ServedStack): Promise<string> {
  await signInByCode(wallet, stack)
  await wallet.createOauth()
  await wallet.signOut()
  const nonce = await wallet.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const getOidcToken = (request: { readonly nonce: string }): Promise<string> => {
          resolve(request.nonce)
          return new Promise(() => {})
        }
        void harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
      }),
  )
  await wallet.reload()
  return nonce
}
