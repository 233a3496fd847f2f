/** An emulator's identity: its keys, its API tokens and its platform. It is new or restored from a snapshot. @module */
import { type KeyPair, keyPairOf, randomKeyPair } from '../crypto/key-pair.js'
import type { EmulatorClock } from '../time/clock.js'
import type { ApiToken } from './api-tokens.js'
import { newId, safeUuid } from './ids.js'
import type { SavedIdentity } from './snapshot.js'

/** The parts of an emulator that survive a reset: the keys, the platform's id and the initial API tokens. */
export interface EmulatorIdentity {
  readonly keys: { readonly [Use in keyof SavedIdentity['keys']]-?: KeyPair }
  readonly platform: SavedIdentity['platform']
  /** The API tokens that the emulator accepts from the start. The first one is the emulator's `apiToken`. */
  readonly apiTokens: readonly [ApiToken, ...ApiToken[]]
}

/** Returns the identity in `known`, or creates a new one. The tokens in `named`, if given, replace those in `known`. */
export function createIdentity(
  known: SavedIdentity | undefined,
  clock: EmulatorClock,
  named: readonly ApiToken[] | undefined,
): EmulatorIdentity {
  const keyOf = (use: keyof SavedIdentity['keys']): KeyPair => {
    const jwk = known?.keys[use]
    return jwk ? keyPairOf(jwk) : randomKeyPair()
  }
  const [first = { tokenId: safeUuid(), clientSecret: safeUuid() }, ...others] =
    named ?? known?.apiTokens ?? []
  return {
    keys: {
      exports: keyOf('exports'),
      webhooks: keyOf('webhooks'),
      issuer: keyOf('issuer'),
      otp: keyOf('otp'),
    },
    platform: known?.platform ?? { id: newId('PlatformConfig'), since: clock.now() },
    apiTokens: [first, ...others],
  }
}
