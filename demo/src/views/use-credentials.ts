/** The hook that reads the wallet's credentials. @module */
import type { AuthMethod } from 'embedded-wallet-auth'
import { useWallet } from 'embedded-wallet-auth/react'
import { type KeptList, useKept } from '../ui/use-kept.js'

/** Reads the credentials when the component mounts. They are not kept, because another device may have changed them. */
export function useCredentials(): KeptList<readonly AuthMethod[]> {
  const wallet = useWallet()
  return useKept(undefined, (signal) => wallet.credentials.list({ signal }))
}
