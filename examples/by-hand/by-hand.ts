/** Opens a sealed key, makes a stamp and pays with `node:crypto` alone. docs/internals/wire-format.md has each step. @module */
import { createDecipheriv, createECDH, createHash, createHmac, ECDH, sign } from 'node:crypto'
import { createEmulator } from 'embedded-wallet-auth-emulator'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const hmac = (key: Uint8Array, ...parts: Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()
const text = (value: string) => Buffer.from(value, 'utf8')

// HPKE, RFC 9180: LabeledExtract, and LabeledExpand for at most 32 bytes.
const kem = Buffer.concat([text('KEM'), Buffer.from('0010', 'hex')])
const suite = Buffer.concat([text('HPKE'), Buffer.from('001000010002', 'hex')])
const extract = (id: Buffer, salt: Buffer, label: string, ikm: Buffer) =>
  hmac(salt, text('HPKE-v1'), id, text(label), ikm)
const expand = (id: Buffer, prk: Buffer, label: string, info: Buffer, length: number) =>
  hmac(prk, Buffer.from([0, length]), text('HPKE-v1'), id, text(label), info, Buffer.from([1])).subarray(
    0,
    length,
  )

function open(sealed: string, client: ECDH): Buffer {
  const payload = base58check(sealed)
  if (payload.length !== 81) throw new Error(`${payload.length} bytes instead of 81`)
  const enc = ECDH.convertKey(
    payload.subarray(0, 33),
    'prime256v1',
    undefined,
    undefined,
    'uncompressed',
  ) as Buffer
  const own = client.getPublicKey()
  const none = Buffer.alloc(0)
  const prk = extract(kem, none, 'eae_prk', client.computeSecret(enc))
  const shared = expand(kem, prk, 'shared_secret', Buffer.concat([enc, own]), 32)
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(suite, none, 'psk_id_hash', none),
    extract(suite, none, 'info_hash', text('turnkey_hpke')),
  ])
  const secret = extract(suite, shared, 'secret', none)
  const key = expand(suite, secret, 'key', context, 32)
  const decipher = createDecipheriv('aes-256-gcm', key, expand(suite, secret, 'base_nonce', context, 12))
  decipher.setAAD(Buffer.concat([enc, own])).setAuthTag(payload.subarray(65))
  return Buffer.concat([decipher.update(payload.subarray(33, 65)), decipher.final()])
}

function base58check(sealed: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...sealed].reduce((sum, sign) => sum * 58n + BigInt(alphabet.indexOf(sign)), 0n)
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const payload = bytes.subarray(0, -4)
  if (!sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(-4))) throw new Error('wrong checksum')
  return payload
}

function stamp(payloadToSign: string, privateKey: Buffer): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', ...base64url({ x, y, d: privateKey }) }
  const signature = sign('sha256', text(payloadToSign), { key: jwk, format: 'jwk' }).toString('hex') // DER
  const publicKey = pair.getPublicKey('hex', 'compressed')
  return text(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })).toString(
    'base64url',
  )
}

const base64url = (parts: Record<string, Buffer>) =>
  Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]))

// The vector.
const known = createECDH('prime256v1')
known.setPrivateKey('20fa65df11f24833790ae283fc9a0c215eecbbc589549767977994dc69d05a56', 'hex')
const sealed =
  'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf'
console.log(open(sealed, known).toString('hex')) // 67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9

// A payment.
const emulator = createEmulator()
const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
const { tokenId, clientSecret } = emulator.apiToken
const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await emulator.fetch(`https://service.test/2025-10-13${path}`, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const {
  data: [credential],
} = await call('GET', `/auth/credentials?accountId=${account.id}`)
await call('POST', `/auth/credentials/${credential.id}/challenge`)
const client = createECDH('prime256v1')
client.generateKeys()
const session = await call('POST', `/auth/credentials/${credential.id}/verify`, {
  type: 'EMAIL_OTP',
  otp: emulator.inbox.latest('ada@example.com')?.otp,
  clientPublicKey: client.getPublicKey('hex', 'uncompressed'),
})
const sessionKey = open(session.encryptedSessionSigningKey, client)
const quote = await call('POST', '/quotes', {
  source: { sourceType: 'ACCOUNT', accountId: account.id },
  destination: { destinationType: 'ACCOUNT', accountId: shop.account.id },
  lockedCurrencySide: 'RECEIVING',
  lockedCurrencyAmount: 20_00,
})
const payload = quote.payloadToSign ?? quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign
const paid = await call('POST', `/quotes/${quote.id}/execute`, undefined, {
  'Service-Wallet-Signature': stamp(payload, sessionKey),
  'Idempotency-Key': crypto.randomUUID(),
})
console.log(paid.status) // COMPLETED
