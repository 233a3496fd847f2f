/** The last check before a session key is announced or used again. Loads no curve code. @module */
import { bytesToHex, utf8 } from '../../encoding.js'
import { compressPoint } from './compress-point.js'

/** An ECDSA P-256 key that can sign and cannot be read, with its public half. */
export interface SessionKey {
  /** Non-extractable ECDSA P-256, usage `sign`. */
  readonly privateKey: CryptoKey
  /** Compressed SEC1, 66 lower-case hex characters. */
  readonly publicKey: string
  /** The public half, usage `verify`: proves the key after storage, where no browser need import a compressed point. */
  readonly verifyKey: CryptoKey
}

const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const
/** No JSON and no challenge of the service: a signature over it authorises nothing. */
const PROBE = utf8('embedded-wallet-auth: does this key sign for its public key?')

/**
 * Whether the private key cannot be exported, `verifyKey` is the key that `publicKey` spells, and a fresh test signature
 * verifies with it. Never rejects: a key that a browser stored and gave back broken is `false`.
 *
 * @example
 * if (!(await proveSessionKey(stored.session.key))) discard(stored.session)
 */
export async function proveSessionKey(key: SessionKey): Promise<boolean> {
  try {
    if (key.privateKey.extractable) return false
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key.verifyKey))
    if (bytesToHex(compressPoint(raw)) !== key.publicKey) return false
    const signature = await crypto.subtle.sign(ALGORITHM, key.privateKey, PROBE)
    return await crypto.subtle.verify(ALGORITHM, key.verifyKey, signature, PROBE)
  } catch {
    return false
  }
}
