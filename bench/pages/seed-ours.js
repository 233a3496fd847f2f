/** Stores a session of this library by a sign-in. @module */
import { createWallet } from 'embedded-wallet-auth'

globalThis.seed = async () => {
  const wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })
  await wallet.ready
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: await (await fetch('/otp')).text() })
  wallet.dispose()
}
