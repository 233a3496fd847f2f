/**
 * Hashes short texts, such as login sessions and idempotency keys. The hash is synchronous: WebCrypto would hash in
 * another thread, and the switch between threads takes ten times as long as the hash.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesToBase64url } from '../base64url.js'
import { utf8 } from '../encoding.js'

/** The SHA-256 digest of the text's UTF-8 bytes, in hex. */
export const hexDigest = (text: string): string => bytesToHex(sha256(utf8(text)))

/** The SHA-256 digest of the text's UTF-8 bytes, in base64url. */
export const base64urlDigest = (text: string): string => bytesToBase64url(sha256(utf8(text)))
