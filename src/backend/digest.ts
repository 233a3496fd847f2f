/**
 * Hashes texts of requests before they become part of a key. WebCrypto would hand each of these short texts to another
 * thread and back, which takes ten times as long as the hash itself.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesToBase64url, utf8 } from '../encoding.js'

/** SHA-256 of the text in UTF-8, in hex. */
export const hexDigest = (text: string): string => bytesToHex(sha256(utf8(text)))

/** SHA-256 of the text in UTF-8, in base64url. */
export const base64urlDigest = (text: string): string => bytesToBase64url(sha256(utf8(text)))
