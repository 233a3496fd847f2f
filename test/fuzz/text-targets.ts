/** Fuzzes parsers of short texts. For each value, they must accept one spelling only. @module */

import fc from 'fast-check'
import { base58check } from '../../emulator/src/crypto/base58check.js'
import { base64urlToBytes, bytesToBase64url } from '../../src/base64url.js'
import { bytesToHex, hexToBytes, utf8 } from '../../src/encoding.js'
import { CeremonyError, SealedKeyError } from '../../src/errors.js'
import { derToP1363 } from '../../src/p1363.js'
import { webAuthnChallenge } from '../../src/wallet/credentials/ceremonies.js'
import { checkIdToken } from '../../src/wallet/credentials/id-token.js'
import { decodeBase58check } from '../../src/wallet/crypto/base58check.js'
import { p1363ToDer } from '../../src/wallet/crypto/p1363-to-der.js'
import { uncompressedPoint } from '../../src/wallet/crypto/point.js'
import { isUtf8 } from '../../src/wallet/crypto/utf8-check.js'
import { almostBytes, almostJson, almostText, textOf } from './almost.js'
import { type AnyTarget, refusesWith, type Target, target, violated } from './target.js'

const now = Date.parse('2026-01-01T00:00:00Z')
const nonce = 'ab'.repeat(32)
const claims = { iss: 'https://issuer.example', sub: 'ada', nonce, iat: now / 1000, email: 'ada@example.com' }
const part = (value: unknown): string =>
  bytesToBase64url(utf8(typeof value === 'string' ? value : textOf(value)))
const jwt = (payload: unknown): string =>
  [part({ alg: 'ES256', typ: 'JWT' }), part(payload), part('sig')].join('.')

const tokens: Target<string> = {
  name: 'ID token that came back from a redirect',
  parser: 'checkIdToken',
  share: 90,
  inputs: fc.oneof(almostText(jwt(claims), jwt({})), almostJson([claims], [{ nonce: 'cd' }]).map(jwt)),
  run: (token) =>
    refusesWith([CeremonyError], () => {
      checkIdToken(token, { nonce, now })
      const bytes = base64urlToBytes(token.split('.')[1] ?? '')
      const read: unknown = JSON.parse(new TextDecoder().decode(bytes))
      const { nonce: said, iat } = { nonce: undefined, iat: undefined, ...(read as object) }
      if (said !== undefined && said !== nonce) violated(`a token for the nonce ${String(said)} was taken`)
      if (typeof iat === 'number' && !(Math.abs(now - iat * 1000) <= 60_000))
        violated(`a token of ${iat} was taken`)
    }),
}

const challenges: Target<string> = {
  name: 'challenge of a passkey sign-in',
  parser: 'webAuthnChallenge',
  share: 40,
  inputs: almostText(fc.constantFrom(nonce, bytesToBase64url(utf8(nonce))), 'AA=='),
  run: (text) =>
    refusesWith([CeremonyError], () => {
      const made = webAuthnChallenge(text)
      if (base64urlToBytes(made) === undefined) violated('a challenge is not base64url')
    }),
}

const encodings: Target<string> = {
  name: 'hex and base64url',
  parser: 'hexToBytes, base64urlToBytes',
  share: 60,
  inputs: almostText(fc.constantFrom(nonce, bytesToBase64url(utf8(nonce))), 'AAA='),
  run: (text) => {
    const [hex, base64url] = [hexToBytes(text), base64urlToBytes(text)]
    if (hex && bytesToHex(hex) !== text.toLowerCase()) violated('hex of another spelling')
    if (base64url && base64url.length !== Math.floor((text.replace(/=+$/, '').length * 3) / 4))
      violated('base64url of another length')
    return hex || base64url ? 'accepted' : 'refused'
  },
}

const signature = p1363ToDer(Uint8Array.from({ length: 64 }, (_, index) => 255 - index))

const ders: Target<Uint8Array> = {
  name: 'signature in DER',
  parser: 'derToP1363',
  share: 60,
  inputs: almostBytes(signature),
  run: (der) => {
    const read = derToP1363(der)
    if (read === undefined) return 'refused'
    if (bytesToHex(p1363ToDer(read)) !== bytesToHex(der))
      violated('a second encoding of one signature was accepted')
    return 'accepted'
  },
}

const generator = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'
const point = hexToBytes(generator) ?? new Uint8Array()

const points: Target<Uint8Array> = {
  name: 'point of the curve',
  parser: 'uncompressedPoint',
  share: 4,
  inputs: almostBytes(point, uncompressedPoint(point) ?? point),
  run: (sec1) => {
    const read = uncompressedPoint(sec1)
    if (read === undefined) return 'refused'
    const x = bytesToHex(sec1.subarray(1, 33))
    if (read.length !== 65 || bytesToHex(read.subarray(1, 33)) !== x) violated('another point came out')
    if (sec1[0] !== 4 && (read[64] ?? 0) % 2 !== (sec1[0] ?? 0) - 2)
      violated('the other half of a point came out')
    return 'accepted'
  },
}

const payload = Uint8Array.from({ length: 81 }, (_, index) => index)
const sealed = await base58check(payload)

const base58: Target<string> = {
  name: 'base58check text',
  parser: 'decodeBase58check',
  share: 20,
  inputs: almostText(sealed, `1${sealed}`),
  run: (text) =>
    refusesWith([SealedKeyError], async () => {
      const bytes = decodeBase58check(text, 160)
      if ((await base58check(bytes)) !== text) violated('a second text of one payload was accepted')
    }),
}

const phrases: Target<Uint8Array> = {
  name: 'phrase as UTF-8',
  parser: 'isUtf8',
  share: 60,
  inputs: almostBytes(utf8('abandon ábaco あいこくしん 💥')),
  run: (bytes) => {
    let reads = true
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      reads = false
    }
    if (isUtf8(bytes) !== reads) violated('the decoder of the platform disagrees')
    return reads ? 'accepted' : 'refused'
  },
}

export const textTargets: readonly AnyTarget[] = [
  target(tokens),
  target(challenges),
  target(encodings),
  target(ders),
  target(points),
  target(base58),
  target(phrases),
]
