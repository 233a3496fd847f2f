/**
 * The credential type PASSKEY. @simplewebauthn/server verifies registrations and assertions. It is imported for the
 * first of them: importing it takes three times as long as all of the emulator, and many tests need no passkey.
 * @module
 */
import {
  type Assertion,
  type Attestation,
  bytesToBase64url,
  bytesToHex,
  defaultHeaderNames,
  sha256,
  utf8,
} from 'embedded-wallet-auth/wire'
import { invalidInput, unauthorized } from '../../handler/api-error.js'
import type { ChallengeEncoding } from '../../handler/behaviour.js'
import { readClientKey, takeSessionKey } from '../../handler/client-keys.js'
import type { Context } from '../../handler/context.js'
import { walletById } from '../../handler/find-records.js'
import { payloadToSign } from '../../signed/payload.js'
import { newId } from '../../state/ids.js'
import type { Passkey } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { deliveryFor, sealedDelivery, stubDelivery } from '../sessions/issue.js'
import type { CredentialRow } from './credential-row.js'

/** How long a passkey challenge is valid, in milliseconds: five minutes [reference]. */
const challengeLifetime = 5 * 60_000

/** ES256, the only algorithm that the service accepts (Authentication 5). */
const es256 = -7

/**
 * Functions that convert a digest to a challenge, one for each encoding. `challenge` is sent to the client. `expected`
 * is the WebAuthn challenge that the assertion must contain, in base64url (wire-facts 3.2).
 */
const readings: Readonly<
  Record<ChallengeEncoding, (digest: Uint8Array) => { readonly challenge: string; readonly expected: string }>
> = {
  hex: (digest) => ({ challenge: bytesToHex(digest), expected: bytesToBase64url(utf8(bytesToHex(digest))) }),
  base64url: (digest) => ({ challenge: bytesToBase64url(digest), expected: bytesToBase64url(digest) }),
}

/** The row of PASSKEY in the table of credential types. */
export const passkey: CredentialRow = {
  existsCode: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  contact: undefined,

  async register(context, account, body) {
    if (body.type !== 'PASSKEY') throw invalidInput('The credential type must be PASSKEY.', 'type')
    const { attestation, challenge, nickname } = body
    const registered = await verifiedRegistration(context, attestation, challenge)
    const { credentialId, clientDataJson, attestationObject, transports = [] } = attestation
    const authenticator = {
      attestation: { attestationObject, clientDataJson, credentialId },
      authenticatorName: nickname,
      challenge,
      transports: [...transports],
    }
    return {
      wire: { nickname, credentialId: withoutPadding(credentialId) },
      proof: { passkey: registered },
      activity: {
        type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
        parameters: { authenticators: [authenticator], userId: account.wallet.userId },
      },
    }
  },

  revocation: (account, { wire }) => ({
    type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    parameters: { authenticatorIds: [wire.id], userId: account.wallet.userId },
  }),

  async challenge(context, credential, body) {
    const clientPublicKey = body?.clientPublicKey
    if (clientPublicKey === undefined)
      throw invalidInput('A passkey challenge needs a client public key.', 'clientPublicKey')
    takeSessionKey(context, clientPublicKey)
    const { organizationId } = walletById(context, credential.wire.accountId, 'id').wallet
    const sessionCreation = payloadToSign(context, organizationId, {
      type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
      parameters: { targetPublicKey: clientPublicKey },
    })
    const reading = readings[context.facts.passkeyChallenge](await sha256(utf8(sessionCreation)))
    const requestId = newId('Request')
    const expiresAt = context.clock.now() + challengeLifetime
    context.state.passkeyChallenges.set(requestId, {
      credentialId: credential.wire.id,
      clientPublicKey,
      expected: reading.expected,
      expiresAt,
      used: false,
    })
    return { ...credential.wire, challenge: reading.challenge, requestId, expiresAt: timestamp(expiresAt) }
  },

  async prove(call, credential, body) {
    if (body.type !== 'PASSKEY')
      throw invalidInput('The type must be that of the credential: PASSKEY.', 'type')
    const { context } = call
    const registered = credential.passkey
    const requestId = call.header(defaultHeaderNames.requestId) ?? ''
    const challenge = context.state.passkeyChallenges.get(requestId)
    const usable = challenge && !challenge.used && context.clock.now() < challenge.expiresAt
    if (!registered || !usable || challenge.credentialId !== credential.wire.id) {
      throw unauthorized(
        'Invalid Request-Id',
        'The Request-Id is missing, unknown, expired, already used or for another credential.',
      )
    }
    // The challenge is marked as used before the proof is checked, so even a wrong proof uses it up.
    context.state.passkeyChallenges.set(requestId, { ...challenge, used: true })
    const { clientPublicKey } = challenge
    const clientKey = readClientKey(clientPublicKey)
    const { assertion } = body
    if (context.magic.assertionSignature(assertion.signature))
      return { clientKey, delivery: deliveryFor(clientPublicKey, stubDelivery) }
    const { credentialId = '' } = credential.wire
    const counter = await verifiedCounter(context, assertion, challenge.expected, credentialId, registered)
    const current = context.state.credentials.get(credential.wire.id)
    if (!current)
      throw unauthorized('Invalid passkey signature', 'The credential was revoked during verification.')
    context.state.credentials.set(credential.wire.id, { ...current, passkey: { ...registered, counter } })
    return { clientKey, delivery: deliveryFor(clientPublicKey, sealedDelivery) }
  },
}

const withoutPadding = (text: string): string => text.replace(/=+$/, '')

async function verifiedRegistration(
  context: Context,
  attestation: Attestation,
  challenge: string,
): Promise<Passkey> {
  const id = withoutPadding(attestation.credentialId)
  const response = {
    id,
    rawId: id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: withoutPadding(attestation.clientDataJson),
      attestationObject: withoutPadding(attestation.attestationObject),
    },
    clientExtensionResults: {},
  }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: withoutPadding(challenge),
    expectedOrigin: [...context.origins],
    expectedRPID: [...context.relyingPartyIds],
    requireUserVerification: true,
    supportedAlgorithmIDs: [es256],
  }).catch((cause: unknown) => {
    throw unauthorized('Invalid passkey attestation', messageOf(cause))
  })
  if (registrationInfo?.credential.id !== id) {
    throw unauthorized('Invalid passkey attestation', 'The attestation is for another credential id.')
  }
  const { publicKey, counter } = registrationInfo.credential
  return { publicKey, counter }
}

async function verifiedCounter(
  context: Context,
  assertion: Assertion,
  expectedChallenge: string,
  credentialId: string,
  registered: Passkey,
): Promise<number> {
  const id = withoutPadding(assertion.credentialId)
  if (id !== credentialId)
    throw unauthorized('Invalid passkey signature', 'The assertion is from another passkey.')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: withoutPadding(assertion.clientDataJson),
        authenticatorData: withoutPadding(assertion.authenticatorData),
        signature: withoutPadding(assertion.signature),
      },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: [...context.origins],
    ...(context.topOrigins.length > 0 && { expectedTopOrigin: [...context.topOrigins] }),
    expectedRPID: [...context.relyingPartyIds],
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: registered.publicKey, counter: registered.counter },
  }).catch((cause: unknown) => {
    throw unauthorized('Invalid passkey signature', messageOf(cause))
  })
  if (!verified) throw unauthorized('Invalid passkey signature')
  return authenticationInfo.newCounter
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
