/** Opens a sealed session key with `node:crypto`. @module */
import { createDecipheriv, createHash, createHmac, ECDH } from 'node:crypto'

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const text = (value: string): Buffer => Buffer.from(value, 'utf8')
const none = Buffer.alloc(0)

// HPKE, RFC 9180: LabeledExtract, and LabeledExpand for at most 32 bytes.
const kem = Buffer.from('4b454d0010', 'hex')
const suite = Buffer.from('48504b45001000010002', 'hex')
const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()
const extract = (id: Buffer, salt: Buffer, label: string, ikm: Buffer): Buffer =>
  hmac(salt, text('HPKE-v1'), id, text(label), ikm)
const expand = (id: Buffer, prk: Buffer, label: string, info: Buffer, length: number): Buffer =>
  hmac(prk, Buffer.from([0, length]), text('HPKE-v1'), id, text(label), info, Buffer.from([1])).subarray(
    0,
    length,
  )

/** Returns the private key in `encryptedSessionSigningKey`. Throws if it was sealed for another key. */
export function openSealed(sealed: string, client: ECDH): Buffer {
  const payload = base58check(sealed)
  const point = ECDH.convertKey(payload.subarray(0, 33), 'prime256v1', undefined, undefined, 'uncompressed')
  const [enc, own] = [Buffer.from(point), client.getPublicKey()]
  const aad = Buffer.concat([enc, own])
  const shared = expand(
    kem,
    extract(kem, none, 'eae_prk', client.computeSecret(enc)),
    'shared_secret',
    aad,
    32,
  )
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(suite, none, 'psk_id_hash', none),
    extract(suite, none, 'info_hash', text('turnkey_hpke')),
  ])
  const secret = extract(suite, shared, 'secret', none)
  const key = expand(suite, secret, 'key', context, 32)
  const decipher = createDecipheriv('aes-256-gcm', key, expand(suite, secret, 'base_nonce', context, 12))
  decipher.setAAD(aad).setAuthTag(payload.subarray(65, 81))
  return Buffer.concat([decipher.update(payload.subarray(33, 65)), decipher.final()])
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58check(sealed: string): Buffer {
  const value = [...sealed].reduce((sum, sign) => sum * 58n + BigInt(alphabet.indexOf(sign)), 0n)
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const [payload, checksum] = [bytes.subarray(0, -4), bytes.subarray(-4)]
  if (!sha256(sha256(payload)).subarray(0, 4).equals(checksum))
    throw new Error('The sealed key has a wrong checksum.')
  return payload
}
