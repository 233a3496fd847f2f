/** Issues sessions, and gives each its key. @module */
import { type Bytes, bytesToHex, type Session } from 'embedded-wallet-auth/wire'
import { compress } from '../../crypto/curve.js'
import { newSessionKeyPair } from '../../crypto/key-pair.js'
import { seal, sealedKeyText, stubSealedKey } from '../../crypto/seal.js'
import { isCompressed } from '../../handler/client-keys.js'
import type { Context } from '../../handler/context.js'
import { newId } from '../../state/ids.js'
import type { CredentialRecord, SessionRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'

/** The lifetime of a session, in milliseconds: 15 minutes [reference]. */
export const sessionLifetime: number = 15 * 60_000

/** The key of a new session, and what is sent and stored of it. */
export interface Delivered {
  readonly stored: Pick<SessionRecord, 'publicKey' | 'compressedKey' | 'scalar'>
  readonly sent: Pick<Session, 'encryptedSessionSigningKey'>
}

/** Gives a session its key. `clientKey` is uncompressed SEC1. */
export type KeyDelivery = (clientKey: Bytes) => Promise<Delivered>

/** Seals the private key to the client key. Used after a real proof or stamp, and for a refresh that needs no stamp. */
export const sealedDelivery: KeyDelivery = async (clientKey) => {
  const { scalar, ...pair } = await newSessionKeyPair()
  return {
    stored: { ...pair, scalar: bytesToHex(scalar) },
    sent: { encryptedSessionSigningKey: await sealedKeyText(await seal(scalar, clientKey)) },
  }
}

/** Delivers random bytes instead of a key. Used after a magic proof or stamp. */
export const stubDelivery: KeyDelivery = async () => {
  const { publicKey, compressedKey } = await newSessionKeyPair()
  return {
    stored: { publicKey, compressedKey },
    sent: { encryptedSessionSigningKey: await stubSealedKey() },
  }
}

/** Makes the client key the session's key, so that nothing is sent. */
export const clientHeldDelivery: KeyDelivery = async (clientKey) => ({
  stored: { publicKey: bytesToHex(clientKey), compressedKey: bytesToHex(compress(clientKey)) },
  sent: {},
})

/** Returns the delivery that the encoding of a client public key selects: `sealed` if it is uncompressed. */
export const deliveryFor = (clientPublicKey: string, sealed: KeyDelivery): KeyDelivery =>
  isCompressed(clientPublicKey) ? clientHeldDelivery : sealed

/** Issues a session for a credential. The sealed key is not stored; only the returned session contains it. */
export async function issueSession(
  context: Context,
  credential: CredentialRecord['wire'],
  clientKey: Bytes,
  delivery: KeyDelivery,
): Promise<Session> {
  const { stored, sent } = await delivery(clientKey)
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
    // If the credential was revoked in the meantime, the new session has already ended.
    ended: !context.state.credentials.has(credential.id),
    ...stored,
  })
  return { ...wire, ...sent }
}

/** Ends a session, if it exists. An ended session cannot stamp or be refreshed, and is no longer listed. */
export function endSession(context: Context, id: string): void {
  const session = context.state.sessions.get(id)
  if (session) context.state.sessions.set(id, { ...session, ended: true })
}
