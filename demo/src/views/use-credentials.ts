/** The hooks that read the wallet's credentials. @module */
import type { AuthMethod, FlowState } from 'embedded-wallet-auth'
import { useMember } from '../ui/app-context.js'
import { type KeptList, useKept } from '../ui/use-kept.js'

/** Reads the credentials when the component mounts, because another device may have changed them. */
export function useCredentials(): KeptList<readonly AuthMethod[]> {
  const { kept, wallet } = useMember()
  return useKept(undefined, async (signal) => {
    kept.credentials.value = await wallet.credentials.list({ signal })
    return kept.credentials.value
  })
}

/** Returns the credential with which a flow signs in. Reads the credentials only if the page does not know it. */
export function useCredentialOf(flow: FlowState): AuthMethod | undefined {
  const { kept, wallet } = useMember()
  const isIt = ({ id, type }: AuthMethod): boolean =>
    flow.status === 'awaitingProof' ? id === flow.credential : 'type' in flow && type === flow.type
  const { value } = useKept(kept.credentials, async (signal) => {
    const known = kept.credentials.value
    return known?.some(isIt) ? known : wallet.credentials.list({ signal })
  })
  return value?.find(isIt)
}
