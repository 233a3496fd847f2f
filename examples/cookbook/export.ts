import { isWalletError, type Wallet } from 'embedded-wallet-auth'

/**
 * Shows the recovery phrase. `proveAgain` signs the person in once more, if the platform wants a fresh proof; `show`
 * resolves when the person has closed the phrase.
 */
export async function showPhrase(
  wallet: Wallet,
  proveAgain: () => Promise<void>,
  show: (phrase: Uint8Array) => Promise<void>,
): Promise<void> {
  const exported = await wallet.exportWallet().catch(async (error: unknown) => {
    if (!(isWalletError(error) && error.code === 'STEP_UP_REQUIRED')) throw error
    await proveAgain()
    return wallet.exportWallet()
  })
  try {
    await show(exported.phrase)
  } finally {
    exported.wipe()
  }
}
