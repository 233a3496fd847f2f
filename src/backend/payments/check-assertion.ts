/** Checks the assertion of a passkey over a challenge of this backend, as WebAuthn says in section 7.2. @module */
import * as v from 'valibot'
import { bytesToBase64url } from '../../base64url.js'
import { sha256, utf8 } from '../../encoding.js'
import { derToP1363 } from '../../p1363.js'
import type { Assertion } from '../../wire/credentials.js'
import { looseObject, parseJson } from '../../wire/schema.js'
import { isOwnPage, type OwnPages } from '../request/framing.js'
import { bytesOf, counterOf, type KnownPasskey, signedBytes } from './passkey-keys.js'

/** What an assertion has to fit. */
export interface Expected {
  /** In base64url. */
  readonly challenge: string
  readonly pages: OwnPages
  readonly rpId: string
  readonly passkey: KnownPasskey
}

/** What is wrong with an assertion. */
export type AssertionFault =
  | 'type'
  | 'challenge'
  | 'origin'
  | 'relying party'
  | 'user presence'
  | 'user verification'
  | 'signature'
  | 'counter'

/** The passkey with its key and counter after the assertion, or what is wrong with the assertion. */
export type CheckedAssertion =
  | { readonly ok: true; readonly passkey: KnownPasskey }
  | { readonly ok: false; readonly fault: AssertionFault }

const userPresent = 0x01
const userVerified = 0x04
const shortest = 37

/** WebAuthn's client data, in which the browser describes the ceremony. */
const ClientData = looseObject({
  type: v.string(),
  challenge: v.string(),
  origin: v.string(),
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Checks an assertion. Never rejects. */
export async function checkAssertion(assertion: Assertion, expected: Expected): Promise<CheckedAssertion> {
  const fault = clientFault(assertion, expected) ?? (await deviceFault(assertion, expected))
  if (fault !== undefined) return { ok: false, fault }
  const key = await signingKey(assertion, expected.passkey)
  if (key === undefined) return { ok: false, fault: 'signature' }
  const [before, after] = [expected.passkey.counter, counterOf(bytesOf(assertion.authenticatorData))]
  // An authenticator without a counter always says 0. Otherwise, a counter that has not grown is that of a copy.
  if (before !== 0 && after <= before) return { ok: false, fault: 'counter' }
  return { ok: true, passkey: { keys: [key], counter: after } }
}

function clientFault(
  { clientDataJson }: Assertion,
  { challenge, pages }: Expected,
): AssertionFault | undefined {
  const parsed = v.safeParse(ClientData, parseJson(new TextDecoder().decode(bytesOf(clientDataJson))))
  if (!parsed.success || parsed.output.type !== 'webauthn.get') return 'type'
  const { output } = parsed
  if (output.challenge !== challenge) return 'challenge'
  return isOwnPage(output, pages) ? undefined : 'origin'
}

async function deviceFault(
  { authenticatorData }: Assertion,
  { rpId }: Expected,
): Promise<AssertionFault | undefined> {
  const data = bytesOf(authenticatorData)
  const hash = bytesToBase64url(await sha256(utf8(rpId)))
  if (data.length < shortest || bytesToBase64url(data.subarray(0, 32)) !== hash) return 'relying party'
  const flags = data[32] ?? 0
  if ((flags & userPresent) === 0) return 'user presence'
  return (flags & userVerified) === 0 ? 'user verification' : undefined
}

/** Resolves with the key under which the signature is valid, if there is one. */
async function signingKey(assertion: Assertion, { keys }: KnownPasskey): Promise<string | undefined> {
  const signature = derToP1363(bytesOf(assertion.signature))
  if (signature === undefined) return undefined
  const signed = await signedBytes(assertion)
  for (const key of keys) {
    const isValid = await crypto.subtle
      .importKey('raw', bytesOf(key), algorithm, false, ['verify'])
      .then((imported) => crypto.subtle.verify(algorithm, imported, signature, signed))
      .catch(() => false)
    if (isValid) return key
  }
  return undefined
}
