/**
 * Asks `navigator.credentials`, and reads what it returns. A password manager may have put functions of its own in its
 * place, so nothing about a result is taken for granted: not its realm, nor that a method exists or returns.
 * @module
 */
import { bufferToBase64URLString, WebAuthnAbortService } from '@simplewebauthn/browser'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { CeremonyError } from '../../errors.js'
import type { Assertion, Attestation } from '../../wire/credentials.js'

/** Whether the page can start this ceremony at all. Some extensions and webviews lack `navigator.credentials`. */
export function hasCeremony(kind: 'get' | 'create'): boolean {
  try {
    return typeof PublicKeyCredential === 'function' && typeof navigator.credentials?.[kind] === 'function'
  } catch {
    return false
  }
}

/** Gets an assertion. The browser is asked before this function returns. */
export async function getAssertion(options: CredentialRequestOptions): Promise<Assertion> {
  const signal = WebAuthnAbortService.createNewAbortSignal()
  const found: unknown = await navigator.credentials.get({ ...options, signal })
  const response = memberOf(found, 'response')
  const userHandle = bytesIn(response, 'userHandle')
  return {
    credentialId: credentialIdOf(found),
    clientDataJson: required(response, 'clientDataJSON'),
    authenticatorData: required(response, 'authenticatorData'),
    signature: required(response, 'signature'),
    ...(userHandle === undefined ? {} : { userHandle }),
  }
}

/** Creates a passkey. The browser is asked before this function returns. */
export async function createPasskey(publicKey: PublicKeyCredentialCreationOptions): Promise<Attestation> {
  const signal = WebAuthnAbortService.createNewAbortSignal()
  const made: unknown = await navigator.credentials.create({ publicKey, signal })
  const response = memberOf(made, 'response')
  const transports = transportsOf(response)
  return {
    credentialId: credentialIdOf(made),
    clientDataJson: required(response, 'clientDataJSON'),
    attestationObject: required(response, 'attestationObject'),
    ...(transports.length > 0 && { transports }),
  }
}

/** How many transports are sent. WebAuthn defines six. */
const mostTransports = 16

/**
 * The ways to reach the authenticator. They are only hints, so what does not fit is left out: the passkey has already
 * been made.
 */
function transportsOf(response: unknown): readonly string[] {
  try {
    const told: unknown = Object(response).getTransports?.()
    if (!Array.isArray(told)) return []
    const words = [...told].filter((word) => typeof word === 'string' && /^[a-z][a-z-]{0,31}$/.test(word))
    return [...new Set<string>(words)].slice(0, mostTransports)
  } catch {
    return []
  }
}

/** The id of the credential, from its bytes or, where they are missing, from its text. */
function credentialIdOf(credential: unknown): string {
  const text = memberOf(credential, 'id')
  const bytes = typeof text === 'string' ? base64urlToBytes(text) : undefined
  return (
    bytesIn(credential, 'rawId') ?? (bytes?.length ? bytesToBase64url(bytes) : required(credential, 'rawId'))
  )
}

function required(owner: unknown, name: string): string {
  const bytes = bytesIn(owner, name)
  if (bytes !== undefined) return bytes
  throw new CeremonyError(
    'CEREMONY_FAILED',
    `The browser, or a password manager in its place, returned a passkey without ${name}.`,
  )
}

/** Returns the bytes of a member as base64url. Returns `undefined` if they are missing or empty. */
function bytesIn(owner: unknown, name: string): string | undefined {
  const value = memberOf(owner, name)
  // `instanceof` would be false for the bytes of another realm.
  const isBuffer = Object.prototype.toString.call(value) === '[object ArrayBuffer]'
  if (!isBuffer && !ArrayBuffer.isView(value)) return undefined
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value)
    ? value
    : { buffer: value as ArrayBuffer, byteOffset: 0, byteLength: (value as ArrayBuffer).byteLength }
  return byteLength > 0
    ? bufferToBase64URLString(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
    : undefined
}

/** Reads a member. Returns `undefined` if there is none, or if reading it throws. */
function memberOf(owner: unknown, name: string): unknown {
  try {
    return Object(owner)[name]
  } catch {
    return undefined
  }
}
