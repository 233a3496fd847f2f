/** Tests a session key, new or restored, before it is used. Needs no curve code. @module */
import { type Bytes, bytesToHex, type CryptoKey, utf8 } from '../../encoding.js'

/** An ECDSA P-256 key that can sign but cannot be read, with its public half. */
export interface SessionKey {
  /** Non-extractable ECDSA P-256, usage `sign`. */
  readonly privateKey: CryptoKey
  /** Compressed SEC1, 66 lower-case hex characters. */
  readonly publicKey: string
  /**
   * The public half, usage `verify`. It is stored so that the private key can be tested: not every browser can import
   * the compressed `publicKey`.
   */
  readonly verifyKey: CryptoKey
}

/** The algorithm with which a session key signs. */
export const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const
/**
 * The text that is signed to test a key. It is neither JSON nor a challenge of the service, so its signature does not
 * authorize anything.
 */
const PROBE = utf8('embedded-wallet-auth: key test')

/**
 * Whether the private key is non-extractable, `publicKey` is the hex form of `verifyKey`, and a test signature verifies
 * with `verifyKey`. Never rejects: resolves with `false` for a key that the storage has damaged.
 *
 * @example
 * if (!(await proveSessionKey(record.session))) forget(record.session)
 */
export async function proveSessionKey(key: SessionKey): Promise<boolean> {
  try {
    if (key.privateKey.extractable) return false
    const [raw, signature] = await Promise.all([
      crypto.subtle.exportKey('raw', key.verifyKey),
      crypto.subtle.sign(ALGORITHM, key.privateKey, PROBE),
    ])
    if (bytesToHex(compressPoint(new Uint8Array(raw))) !== key.publicKey) return false
    return await crypto.subtle.verify(ALGORITHM, key.verifyKey, signature, PROBE)
  } catch {
    return false
  }
}

/** Compresses a point from 65 bytes to 33: the prefix tells whether the omitted y-coordinate is odd (SEC1). */
export function compressPoint(uncompressed: Uint8Array): Bytes {
  return Uint8Array.of(((uncompressed[64] ?? 0) & 1) === 0 ? 0x02 : 0x03, ...uncompressed.subarray(1, 33))
}
