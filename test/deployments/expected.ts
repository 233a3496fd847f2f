/** What the facts say about a sign-in: whether a deployment lets a wallet in. @module */
import { type CredentialType, credentialTypes, typesFor } from '../../src/wire/credential-type.js'
import type { Profile } from '../../src/wire/fact.js'
import { facts } from '../../src/wire/facts.js'

/** How the keys of a wallet's sessions arrive. */
export type KeyDelivery = 'sealed' | 'client-held'

const accepts = (taken: string, sent: string): boolean => taken === 'either' || taken === sent

/**
 * `in`: the sign-in leads to a session. `no such type`: a wallet with this `keyDelivery` does not offer the type.
 * `refused`: the service takes keys or codes in another form only.
 */
export function expected(
  profile: Profile,
  keyDelivery: KeyDelivery,
  type: CredentialType,
): 'in' | 'no such type' | 'refused' {
  if (!typesFor(keyDelivery).includes(type)) return 'no such type'
  const isSealed = keyDelivery === 'sealed'
  const isTaken =
    credentialTypes[type].proof === 'otp'
      ? accepts(facts.codes[profile], isSealed ? 'plain' : 'encrypted')
      : accepts(facts.clientPublicKey[profile], isSealed ? 'uncompressed' : 'compressed')
  return isTaken ? 'in' : 'refused'
}
