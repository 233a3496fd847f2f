/** Makes the stamp for a signed request or a quote (Signed-retry rules). Needs only WebCrypto. @module */
import { bytesToHex, type CryptoKey, utf8 } from '../../encoding.js'
import { p1363ToDer } from './p1363-to-der.js'
import { ALGORITHM } from './prove-session-key.js'

/** The scheme that a stamp names (wire-facts 2 [provider SDK] [current]). */
const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256'

/** Whether a text has no unpaired surrogate. Not every browser has the method. */
const isWellFormed = (text: string & { isWellFormed?: () => boolean }): boolean =>
  text.isWellFormed?.() ?? !/[\ud800-\udfff]/u.test(text)

/**
 * Stamps the exact characters of `payloadToSign`, which is never parsed or serialized again. Resolves with the
 * complete value of `Wallet-Signature`: unpadded base64url of compact JSON with `publicKey`, `scheme` and
 * `signature` in that order [provider SDK].
 *
 * Rejects with a `TypeError` if the text has an unpaired surrogate, which UTF-8 cannot encode.
 *
 * @param publicKey - the public key of `privateKey`: compressed SEC1, 66 lower-case hex characters
 *
 * @example
 * headers.set('Wallet-Signature', await stamp(challenge.payloadToSign, key.privateKey, key.publicKey))
 */
export async function stamp(
  payloadToSign: string,
  privateKey: CryptoKey,
  publicKey: string,
): Promise<string> {
  // TextEncoder would replace the surrogate, and the stamp would cover a different text.
  if (!isWellFormed(payloadToSign)) throw new TypeError('payloadToSign has an unpaired surrogate.')
  const p1363 = await crypto.subtle.sign(ALGORITHM, privateKey, utf8(payloadToSign))
  const signature = bytesToHex(p1363ToDer(new Uint8Array(p1363)))
  // Both values are hex, so nothing needs escaping.
  const json = `{"publicKey":"${publicKey}","scheme":"${SCHEME}","signature":"${signature}"}`
  // Base64 of ASCII text contains `+` or `/` only if the text contains `>`, `?`, `~` or DEL, and this text does not. So
  // base64 without its padding is base64url here.
  return btoa(json).replaceAll('=', '')
}
