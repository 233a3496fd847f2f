/** What a page does with keys: session keys of its own, stamps, and a passkey. @module */
import {
  createECDH,
  createHash,
  createPrivateKey,
  type ECDH,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { openSealed } from './open-sealed.js'

/** A key pair of a page. */
export interface PageKey {
  /** 33 bytes in hex: with this key the pair is the key of the session itself. */
  readonly compressed: string
  /** 65 bytes in hex, for an export. */
  readonly uncompressed: string
  /** Returns the header `Wallet-Signature` for a text. */
  readonly stamp: (payload: string) => string
  /** Returns the session's key that was sealed for this one. Throws if it was sealed for another. */
  readonly open: (sealed: string) => PageKey
}

/** @param secret the private key; by default a new one */
export function pageKey(secret?: Buffer): PageKey {
  const pair = createECDH('prime256v1')
  if (secret === undefined) pair.generateKeys()
  else pair.setPrivateKey(secret)
  const compressed = pair.getPublicKey('hex', 'compressed')
  return {
    compressed,
    uncompressed: pair.getPublicKey('hex', 'uncompressed'),
    open: (sealed) => pageKey(openSealed(sealed, pair)),
    stamp: (payload) =>
      Buffer.from(
        JSON.stringify({
          publicKey: compressed,
          scheme: 'SIGNATURE_SCHEME_TK_API_P256',
          signature: sign('sha256', Buffer.from(payload), privateKeyOf(pair)).toString('hex'),
        }),
      ).toString('base64url'),
  }
}

/** A passkey in software, without attestation. It says that its user was verified. */
export interface Passkey {
  /** In base64url. */
  readonly id: string
  /** The fields of `attestation` of a creation. */
  readonly create: (challenge: string, page: CeremonyPage) => Readonly<Record<string, unknown>>
  /** The fields of `assertion` of a verify. */
  readonly get: (
    challenge: string,
    page: CeremonyPage,
    fault?: AssertionFault,
  ) => Readonly<Record<string, unknown>>
}

/** What is otherwise in an assertion than in that of a person at a page. Its signature is right. */
export interface AssertionFault {
  readonly type?: string
  readonly flags?: number
  readonly counter?: number
}

/** Where a ceremony takes place. */
export interface CeremonyPage {
  readonly origin: string
  readonly rpId: string
  /** What else the browser says of the page, such as `topOrigin`. */
  readonly client?: object | undefined
}

export function createPasskey(): Passkey {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const point = pair.getPublicKey()
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let uses = 0
  const clientData = (type: string, challenge: string, { origin, client }: CeremonyPage): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client }))
  const header = (flags: number, { rpId }: CeremonyPage, count = uses++): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter])
  }
  return {
    id: credentialId,
    create(challenge, page) {
      // CBOR by hand (RFC 8949): the key as COSE, and the attestation object.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        point.subarray(1, 33),
        Buffer.from('225820', 'hex'),
        point.subarray(33),
      ])
      const authData = Buffer.concat([
        header(0x45, page),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return {
        credentialId,
        clientDataJson: clientData('webauthn.create', challenge, page).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      }
    },
    get(challenge, page, { type = 'webauthn.get', flags = 0x05, counter } = {}) {
      const data = clientData(type, challenge, page)
      const authenticatorData = header(flags, page, counter)
      const signed = Buffer.concat([authenticatorData, sha256(data)])
      return {
        credentialId,
        clientDataJson: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKeyOf(pair)).toString('base64url'),
      }
    },
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

function privateKeyOf(pair: ECDH): KeyObject {
  const point = pair.getPublicKey()
  const part = (bytes: Buffer): string => bytes.toString('base64url')
  // `getPrivateKey` leaves out zeros at the beginning.
  const d = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: part(x), y: part(y), d: part(d) },
    format: 'jwk',
  })
}
