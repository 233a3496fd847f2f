/** Creates the token that answers an encrypted code (wire-facts 11.2 [provider SDK]). @module */
import { bytesToHex, hexToBytes, utf8 } from 'embedded-wallet-auth/wire'
import { CompactSign, importJWK } from 'jose'
import { compress } from './curve.js'
import type { KeyPair } from './key-pair.js'

/** What a token states. */
export interface Verified {
  /** The e-mail address or the phone number to which the code was sent. */
  readonly contact: string
  readonly organizationId: string
  /** Uncompressed SEC1, in hex. The token has it compressed. */
  readonly clientKey: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
}

/** Resolves with a JWT in ES256. Its `exp` is text in milliseconds, as the signing provider's package reads it. */
export async function verificationToken(
  { contact, organizationId, clientKey, expiresAt }: Verified,
  signer: KeyPair,
): Promise<string> {
  const claims = {
    id: crypto.randomUUID(),
    verification_type: contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL',
    contact,
    organization_id: organizationId,
    public_key: bytesToHex(compress(hexToBytes(clientKey) ?? new Uint8Array())),
    exp: String(expiresAt),
  }
  return new CompactSign(utf8(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(await importJWK({ ...signer.jwk }, 'ES256'))
}
