/** Who an emulator is: its keys, its tokens, its platform; new ones, or those of a snapshot. @module */

import { type KeyPair, keyPairOf, randomKeyPair } from '../crypto/key-pair.js'
import type { EmulatorClock } from '../time/clock.js'
import type { ApiToken } from './api-tokens.js'
import { newId, safeUuid } from './ids.js'
import type { Identity } from './snapshot.js'

/** What is made once and kept by a reset. */
export interface LiveIdentity {
  readonly keys: { readonly [Use in keyof Identity['keys']]: KeyPair }
  readonly platform: Identity['platform']
  /** The first is the one that is shown. */
  readonly apiTokens: readonly [ApiToken, ...ApiToken[]]
}

/** The identity of a snapshot, or a new one. Tokens that are named go before those of the snapshot. */
export function identityOf(
  known: Identity | undefined,
  clock: EmulatorClock,
  named: readonly ApiToken[] | undefined,
): LiveIdentity {
  const keyOf = (use: keyof Identity['keys']): KeyPair =>
    known ? keyPairOf(known.keys[use]) : randomKeyPair()
  const [first = { tokenId: safeUuid(), clientSecret: safeUuid() }, ...others] =
    named ?? known?.apiTokens ?? []
  return {
    keys: { exports: keyOf('exports'), webhooks: keyOf('webhooks'), issuer: keyOf('issuer') },
    platform: known?.platform ?? { id: newId('PlatformConfig'), since: clock.now() },
    apiTokens: [first, ...others],
  }
}
