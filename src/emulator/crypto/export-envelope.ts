/** The signed envelope of a wallet export (wire-facts 5.1). @module */
import { type Bytes, bytesToHex, utf8 } from '../../encoding.js'
import { p1363ToDer } from './der.js'
import type { KeyPair } from './key-pair.js'
import { seal } from './seal.js'

/** Signs the bytes of an envelope, or leaves them unsigned as the sandbox does. */
export interface EnvelopeSigner {
  /** Uncompressed SEC1 hex, or the empty string. */
  readonly publicKey: string
  /** DER hex, or the empty string. */
  sign(bytes: Bytes): Promise<string>
}

/** The sandbox leaves signature and signer empty [at date]. */
export const unsigned: EnvelopeSigner = { publicKey: '', sign: async () => '' }

/** Signs with a key of the emulator. */
export function envelopeSigner(pair: KeyPair): EnvelopeSigner {
  return {
    publicKey: bytesToHex(pair.publicKey),
    sign: async (bytes) => {
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
      const key = await crypto.subtle.importKey('jwk', pair.jwk, algorithm, false, ['sign'])
      return bytesToHex(p1363ToDer(new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes))))
    },
  }
}

/**
 * The JSON text of a signed envelope whose content is a recovery phrase, sealed to a client's key (uncompressed SEC1,
 * on the curve).
 */
export async function exportEnvelope(
  phrase: string,
  organizationId: string,
  recipient: Bytes,
  signer: EnvelopeSigner,
): Promise<string> {
  const { enc, ciphertext } = await seal(utf8(phrase), recipient)
  const data = utf8(
    JSON.stringify({ encappedPublic: bytesToHex(enc), ciphertext: bytesToHex(ciphertext), organizationId }),
  )
  return JSON.stringify({
    version: 'v1.0.0',
    data: bytesToHex(data),
    dataSignature: await signer.sign(data),
    enclaveQuorumPublic: signer.publicKey,
  })
}
