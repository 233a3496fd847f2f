/** Issues sessions, and seals each session key to its client key. @module */
import { type Bytes, bytesToHex, type Session } from 'embedded-wallet-auth/wire'
import { newSessionKeyPair } from '../../crypto/key-pair.js'
import { seal, sealedKeyText, stubSealedKey } from '../../crypto/seal.js'
import type { Context } from '../../handler/context.js'
import { newId } from '../../state/ids.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'

/** The lifetime of a session, in milliseconds: 15 minutes [reference]. */
export const sessionLifetime: number = 15 * 60_000

/** How a session's private key is delivered: sealed to the client key, or replaced by a stub that cannot be opened. */
export interface KeyDelivery {
  readonly sealedKey: (scalar: Bytes, clientKey: Bytes) => Promise<string>
  /** Returns the fields to store: the private key as `scalar`, or no fields for a stub. */
  readonly kept: (scalar: Bytes) => { readonly scalar?: string }
}

/** Seals the private key to the client key. Used after a real proof or stamp, and for a refresh that needs no stamp. */
export const sealedDelivery: KeyDelivery = {
  sealedKey: async (scalar, clientKey) => sealedKeyText(await seal(scalar, clientKey)),
  kept: (scalar) => ({ scalar: bytesToHex(scalar) }),
}

/** Delivers random bytes instead of a key. Used after a magic proof or stamp. */
export const stubDelivery: KeyDelivery = { sealedKey: stubSealedKey, kept: () => ({}) }

/** Issues a session for a credential. The sealed key is not stored; only the returned session contains it. */
export async function issueSession(
  context: Context,
  credential: CredentialRecord['wire'],
  clientKey: Bytes,
  delivery: KeyDelivery,
): Promise<Session> {
  const pair = await newSessionKeyPair()
  const encryptedSessionSigningKey = await delivery.sealedKey(pair.scalar, clientKey)
  const now = context.clock.now()
  const expiresAt = now + sessionLifetime
  const { accountId, type, nickname, credentialId } = credential
  const wire = {
    id: newId('Session'),
    accountId,
    type,
    nickname,
    ...(credentialId === undefined ? {} : { credentialId }),
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
    expiresAt: timestamp(expiresAt),
  }
  context.state.sessions.set(wire.id, {
    wire,
    credentialId: credential.id,
    expiresAt,
    // If the credential was revoked while the key was being sealed, the new session has already ended.
    ended: !context.state.credentials.has(credential.id),
    publicKey: pair.publicKey,
    compressedKey: pair.compressedKey,
    ...delivery.kept(pair.scalar),
  })
  return { ...wire, encryptedSessionSigningKey }
}

/** Ends a session, if it exists. An ended session cannot stamp or be refreshed, and is no longer listed. */
export function endSession(context: Context, id: string): void {
  const session = context.state.sessions.get(id)
  if (session) context.state.sessions.set(id, { ...session, ended: true })
}
