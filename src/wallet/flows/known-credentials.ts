/** The account's credentials, as this page has read them last. @module */
import { type AuthMethod, listCredentialsRoute } from '../../wire/credentials.js'
import type { Transport } from '../transport/transport.js'

/** Reads the list of credentials, and remembers it. */
export interface KnownCredentials {
  read(signal: AbortSignal): Promise<readonly AuthMethod[]>
  /** The credential with this id in the list that was read last. It may have been deleted since, but is what it was. */
  find(id: string): AuthMethod | undefined
}

export function createKnownCredentials(
  transport: Pick<Transport, 'ask'>,
  accountId: string,
): KnownCredentials {
  let known: readonly AuthMethod[] = []
  return {
    async read(signal) {
      const { data } = await transport.ask(listCredentialsRoute, { query: { accountId }, signal })
      known = data
      return data
    },
    find: (id) => known.find((each) => each.id === id),
  }
}
