/**
 * Finds the public key of a passkey: in its attestation, or from a signature that the service has accepted.
 * @module
 */
import { decodeCBOR, decodePartialCBOR } from '@levischuck/tiny-cbor'
import { p256 } from '@noble/curves/nist.js'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { type Bytes, sha256 } from '../../encoding.js'
import type { Assertion, Attestation } from '../../wire/credentials.js'

/** What is known about a passkey. */
export interface KnownPasskey {
  /**
   * The possible public keys: uncompressed SEC1 in base64url. There are two if the key was found from a signature,
   * until a second signature tells which of them it is.
   */
  readonly keys: readonly string[]
  /** The authenticator's signature counter, as last seen. */
  readonly counter: number
}

/** When a passkey was added to its account, and on whose word. */
export interface Enrolment {
  /**
   * When it was registered through this backend, in milliseconds since 1970. Absent for one that was registered
   * elsewhere, or by version 0.1.0.
   */
  readonly since?: number
  /** The WebAuthn id of the passkey that had signed in for the registration, and counted for payments at that time. */
  readonly vouchedBy?: string
}

/** The length of the relying party's hash, the flags and the counter, with which authenticator data begins. */
const headerLength = 37
/** The length of the authenticator model's id, which follows if a credential is attested. */
const modelLength = 16
const attested = 0x40

/** COSE's labels and values for an ES256 key on P-256 (RFC 9053, 7.1.1). */
const cose = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, ec2: 2, es256: -7, p256: 1 } as const

/**
 * Reads the public key that a registration attests. Returns `undefined` unless it is an ES256 key of this credential,
 * the only algorithm that the registration options offer.
 */
export function attestedPasskey({ credentialId, attestationObject }: Attestation): KnownPasskey | undefined {
  try {
    const object = decodeCBOR(bytesOf(attestationObject))
    const data = object instanceof Map ? object.get('authData') : undefined
    if (!(data instanceof Uint8Array) || ((data[32] ?? 0) & attested) === 0) return undefined
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const start = headerLength + modelLength + 2
    const end = start + view.getUint16(start - 2)
    const [key] = decodePartialCBOR(data.slice(end), 0)
    const isOwn = bytesToBase64url(data.subarray(start, end)) === unpadded(credentialId)
    if (!isOwn || !(key instanceof Map)) return undefined
    const [x, y] = [key.get(cose.x), key.get(cose.y)]
    const isP256 =
      key.get(cose.type) === cose.ec2 &&
      key.get(cose.algorithm) === cose.es256 &&
      key.get(cose.curve) === cose.p256
    if (!isP256 || !isCoordinate(x) || !isCoordinate(y)) return undefined
    return { keys: [bytesToBase64url(Uint8Array.of(0x04, ...x, ...y))], counter: counterOf(data) }
  } catch {
    return undefined
  }
}

/**
 * Finds the two public keys under which the signature of an assertion is valid, as SEC 1 says in section 4.1.6. One of
 * them is the passkey's if the service has accepted the assertion. Nobody can sign with the other one: its private key
 * would tell that of the passkey. Returns `undefined` for an assertion without a readable signature.
 */
export async function recoveredPasskey(assertion: Assertion): Promise<KnownPasskey | undefined> {
  try {
    const digest = await sha256(await signedBytes(assertion))
    const signature = p256.Signature.fromBytes(bytesOf(assertion.signature), 'der')
    const keys = [0, 1].map((bit) =>
      bytesToBase64url(signature.addRecoveryBit(bit).recoverPublicKey(digest).toBytes(false)),
    )
    return { keys, counter: counterOf(bytesOf(assertion.authenticatorData)) }
  } catch {
    return undefined
  }
}

/** The bytes that an authenticator signs: its data, then the hash of the client data. */
export async function signedBytes({ authenticatorData, clientDataJson }: Assertion): Promise<Bytes> {
  return Uint8Array.of(...bytesOf(authenticatorData), ...(await sha256(bytesOf(clientDataJson))))
}

/** The signature counter in authenticator data. */
export const counterOf = (data: Uint8Array): number =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(33)

export const bytesOf = (base64url: string): Bytes => base64urlToBytes(base64url) ?? new Uint8Array()

/** The id of a credential in the form in which ids are compared. */
export const unpadded = (base64url: string): string => base64url.replace(/=+$/, '')

const isCoordinate = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array && value.length === 32
