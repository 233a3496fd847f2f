/** The peer: from a sealed key to a stored signer, with the functions of its packages. @module */
import { decryptCredentialBundle, getPublicKey } from 'peer-crypto'
import { IndexedDbStamper } from 'peer-stamper'

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (/** @type {string} */ hex) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))

/** Opens the storage once, as this library does. */
async function prepare() {
  indexedDB.open('warm').onsuccess = ({ target }) => /** @type {IDBOpenDBRequest} */ (target).result.close()
}

/**
 * @param {{ sealed: string, clientKey: string }} given the client's private key is in hex, as these packages require
 */
async function open({ sealed, clientKey }) {
  const scalar = decryptCredentialBundle(sealed, clientKey)
  const point = getPublicKey(scalar, false)
  const [x, y] = [base64url(point.slice(1, 33)), base64url(point.slice(33))]
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey(
      'jwk',
      { kty: 'EC', crv: 'P-256', d: base64url(bytesOf(scalar)), x, y },
      algorithm,
      false,
      ['sign'],
    ),
    crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, algorithm, true, ['verify']),
  ])
  const stamper = new IndexedDbStamper()
  await stamper.resetKeyPair({ privateKey, publicKey })
  return stamper
}

globalThis.opening = new Map([['sealed-peer', { prepare, open }]])
