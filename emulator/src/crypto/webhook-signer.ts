/**
 * Signs webhooks with ECDSA P-256 over the raw body. The signature is DER in base64, and the public key is SPKI in PEM
 * (wire-facts 7.7 [reference]).
 * @module
 */
import { utf8 } from 'embedded-wallet-auth/wire'
import { p1363ToDer } from './der.js'
import type { KeyPair } from './key-pair.js'

/** Signs the raw bodies of webhooks. */
export interface WebhookSigner {
  /** The public key as SPKI in PEM. The real service shows this text in its dashboard. */
  readonly publicKeyPem: string
  /** Resolves with the value of the signature header for this body. */
  sign(body: string): Promise<string>
}

/** The bytes of a P-256 key's SubjectPublicKeyInfo that come before the point (RFC 5480). */
const spkiHead: readonly number[] = [
  ...[0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00],
]

const base64 = (bytes: Iterable<number>): string => btoa(String.fromCharCode(...bytes))

/** Creates a signer that signs with this key pair. */
export function webhookSigner({ jwk, publicKey }: KeyPair): WebhookSigner {
  const lines = base64([...spkiHead, ...publicKey]).match(/.{1,64}/g) ?? []
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  return {
    publicKeyPem: ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n'),
    async sign(body) {
      const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
      return base64(p1363ToDer(new Uint8Array(await crypto.subtle.sign(algorithm, key, utf8(body)))))
    },
  }
}
