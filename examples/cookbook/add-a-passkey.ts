import { isWalletError, passkeySupport, type Wallet } from 'embedded-wallet-auth'

/** Whether to offer a passkey to somebody who has just signed in with a code. */
export async function mayOfferPasskey(wallet: Wallet): Promise<boolean> {
  // An object, not a boolean: `if (await passkeySupport())` would always be true.
  const { create } = await passkeySupport()
  if (!create) return false
  const credentials = await wallet.credentials.list()
  return !credentials.some(({ type }) => type === 'PASSKEY')
}

/** Adds a passkey, in the click on "Add a passkey". Resolves with `false` if the person did not want one after all. */
export async function addPasskey(wallet: Wallet, nickname: string): Promise<boolean> {
  try {
    await wallet.credentials.create({ type: 'PASSKEY', nickname })
    return true
  } catch (error) {
    if (isWalletError(error) && error.code === 'CEREMONY_CANCELLED') return false
    throw error
  }
}
