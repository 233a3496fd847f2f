import { isWalletError, type Wallet } from 'embedded-wallet-auth'

/** Signs in with a passkey, or else asks for a code. Resolves with what the page shows next. */
export async function signIn(wallet: Wallet): Promise<'signed in' | 'enter the code'> {
  try {
    await wallet.signIn({ type: 'PASSKEY' })
    return 'signed in'
  } catch (error) {
    // `ceremony`: none was used, or none works here. `CREDENTIAL_NOT_FOUND`: the account has none.
    const isWithoutPasskey =
      isWalletError(error) && (error.kind === 'ceremony' || error.code === 'CREDENTIAL_NOT_FOUND')
    if (!isWithoutPasskey) throw error
  }
  await wallet.signIn({ type: 'EMAIL_OTP' })
  return 'enter the code'
}
