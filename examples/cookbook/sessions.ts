import type { ListedSession, Wallet } from 'embedded-wallet-auth'

/** The places where the wallet is open: this one first, then the newest. */
export async function openSessions(
  wallet: Wallet,
): Promise<readonly (ListedSession & { readonly isThisOne: boolean })[]> {
  const listed = await wallet.sessions.list()
  const { session } = wallet.getState()
  return listed
    .map((each) => ({ ...each, isThisOne: 'id' in session && each.id === session.id }))
    .sort(
      (one, other) =>
        Number(other.isThisOne) - Number(one.isThisOne) ||
        Date.parse(other.createdAt) - Date.parse(one.createdAt),
    )
}

/** Ends one of them. If it is this one, the state becomes `none` with the reason `revoked`. */
export const endSession = (wallet: Wallet, id: string): Promise<void> => wallet.sessions.revoke(id)
