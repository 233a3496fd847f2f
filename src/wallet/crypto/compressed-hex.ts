/** Compares public keys whose encodings differ. @module */
import { bytesToHex, hexToBytes } from '../../encoding.js'
import { compressPoint } from './compress-point.js'

/** A public key in hex as compressed SEC1 in lower case. Any other text is only converted to lower case. */
export function compressedHex(publicKey: string): string {
  const bytes = /^04[\da-f]{128}$/i.test(publicKey) ? hexToBytes(publicKey) : undefined
  return bytes ? bytesToHex(compressPoint(bytes)) : publicKey.toLowerCase()
}
