/** Creates the signed envelope in which a wallet export delivers the recovery phrase (wire-facts 5.1). @module */
import { type Bytes, bytesToHex, utf8 } from 'embedded-wallet-auth/wire'
import { p1363ToDer } from './der.js'
import type { KeyPair } from './key-pair.js'
import { seal } from './seal.js'

/** Signs the data of an export envelope. */
export interface EnvelopeSigner {
  /** The signer's public key in uncompressed SEC1 hex. Empty for {@link unsigned}. */
  readonly publicKey: string
  /** Resolves with the signature as DER in hex. Empty for {@link unsigned}. */
  sign(bytes: Bytes): Promise<string>
}

/**
 * The signer in sandbox mode. As in the service's sandbox, the signature and the signer's key are empty [reference].
 */
export const unsigned: EnvelopeSigner = { publicKey: '', sign: async () => '' }

/** Creates a signer that signs with this key pair. */
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
 * Seals a recovery phrase to the client's public key `recipient`, signs the result and resolves with the envelope's
 * JSON text. `recipient` is uncompressed SEC1 and must lie on the curve.
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
