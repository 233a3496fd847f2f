import type { Wallet } from 'embedded-wallet-auth'

/** Ends all sessions of the wallet on all devices, and then the login at the platform. */
export async function logOutEverywhere(wallet: Wallet): Promise<void> {
  await wallet.sessions.revokeAll()
  await fetch('/api/logout', { method: 'POST' })
}

/** Ends all sessions but this one. */
export async function logOutElsewhere(wallet: Wallet): Promise<void> {
  const { session } = wallet.getState()
  if ('id' in session) await wallet.sessions.revokeAll({ except: session.id })
}
