import type { Wallet } from 'embedded-wallet-auth'

/**
 * Locks a lost device out: removes its passkey, which ends the sessions that the passkey issued, and then ends all
 * others. Sign in with another credential first, such as a code: a session cannot remove the passkey that issued it.
 */
export async function lockOut(wallet: Wallet, passkeyId: string): Promise<void> {
  await wallet.credentials.revoke(passkeyId)
  const { session } = wallet.getState()
  if ('id' in session) await wallet.sessions.revokeAll({ except: session.id })
}
