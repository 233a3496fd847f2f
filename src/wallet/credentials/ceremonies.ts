/**
 * The WebAuthn ceremonies, with the parts of their results named as in the service's API. They and their library load when
 * a passkey is used.
 * @module
 */
import {
  browserSupportsWebAuthn,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { withDeadline } from '../../clock.js'
import { base64urlToBytes, bytesToBase64url, utf8 } from '../../encoding.js'
import { CeremonyError } from '../../flow-errors.js'
import type { Assertion, CreateCredentialBody, CredentialChallenge } from '../../wire/credentials.js'
import { ceremonyError } from './ceremony-error.js'
import { defaultTimeout, dialogDeadline } from './dialog-deadline.js'
import { isForbidden, type PasskeyFeature } from './frame.js'
import type { CreationRequest, MethodContext, PasskeySettings, ProofRequest } from './method.js'

/** Opens the dialog of a sign-in, and resolves with what the authenticator has signed. */
export async function assert(
  request: ProofRequest,
  { credentialId, challenge }: { readonly credentialId: string; readonly challenge: string },
): Promise<Assertion> {
  const { rpId, timeout = defaultTimeout, challengeEncoding } = request.passkey
  const answer = await ceremony(request, 'publickey-credentials-get', timeout, () =>
    startAuthentication({
      optionsJSON: {
        challenge: webAuthnChallenge(challenge, challengeEncoding),
        rpId: rpId ?? location.hostname,
        timeout,
        userVerification: 'required',
        allowCredentials: [{ id: unpadded(credentialId), type: 'public-key' }],
      },
    }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  return {
    credentialId: answer.rawId,
    clientDataJson: clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle ? { userHandle } : {}),
  }
}

/** Opens the dialog that creates a passkey, and resolves with the body of the call that registers it. */
export async function attest(request: CreationRequest, nickname: string): Promise<CreateCredentialBody> {
  const { prepared: options } = request
  if (options === undefined) throw new Error('A passkey is created with registration options.')
  const { rpId } = request.passkey
  if (rpId !== undefined && (options.rp.id ?? location.hostname) !== rpId) {
    throw new CeremonyError(
      'RELYING_PARTY_MISMATCH',
      `The backend registers passkeys for "${options.rp.id}", and \`passkey.rpId\` is "${rpId}".`,
    )
  }
  const optionsJSON = {
    ...options,
    // User verification is required even if the backend does not ask for it, because a passkey that does not verify
    // the user is a weaker credential.
    authenticatorSelection: { ...options.authenticatorSelection, userVerification: 'required' },
  }
  const { timeout = defaultTimeout } = options
  const { rawId, response } = await ceremony(request, 'publickey-credentials-create', timeout, () =>
    startRegistration({
      optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }),
  )
  return {
    type: 'PASSKEY',
    accountId: request.accountId,
    nickname,
    challenge: options.challenge,
    attestation: {
      credentialId: rawId,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      ...(response.transports ? { transports: response.transports } : {}),
    },
  }
}

/** Tells the browser that the service does not know this passkey. */
export function tellUnknown(credentialId: string, rpId: string): Promise<void> {
  return sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: unpadded(credentialId) })
}

/**
 * Turns the challenge text of the service into the WebAuthn challenge, as base64url (wire-facts 3.2). By default 64
 * lower-case hex characters are encoded as UTF-8, and any other text is taken as base64url. Throws `CEREMONY_FAILED`
 * for a text that should be base64url and is not.
 */
export function webAuthnChallenge(
  text: NonNullable<CredentialChallenge['challenge']>,
  encoding: PasskeySettings['challengeEncoding'] = /^[0-9a-f]{64}$/.test(text) ? 'utf8' : 'base64url',
): string {
  if (encoding === 'utf8') return bytesToBase64url(utf8(text))
  const bytes = base64urlToBytes(text)
  if (bytes === undefined || bytes.length === 0)
    throw new CeremonyError('CEREMONY_FAILED', "The service's challenge is not base64url.")
  return bytesToBase64url(bytes)
}

const unpadded = (base64url: string): string => base64url.replace(/=+$/, '')

/** Runs a ceremony with a deadline. An abort closes the browser's dialog. */
async function ceremony<T>(
  { clock, signal }: MethodContext,
  feature: PasskeyFeature,
  timeout: number,
  run: () => Promise<T>,
): Promise<T> {
  if (!browserSupportsWebAuthn()) {
    throw new CeremonyError(
      'PASSKEYS_UNSUPPORTED',
      'Passkeys (WebAuthn) are not available: the browser lacks them, or the page is not served over HTTPS.',
    )
  }
  if (isForbidden(feature)) {
    throw new CeremonyError(
      'PASSKEYS_NOT_ALLOWED',
      `This page may not use passkeys. If it is in a frame, the frame needs allow="${feature}".`,
    )
  }
  const late = (): Error =>
    new CeremonyError('CEREMONY_TIMEOUT', 'The passkey dialog was still open 5 s after its timeout.')
  return withDeadline(clock, { ms: dialogDeadline(timeout), signal, late }, (inner) => {
    inner.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
    return run().catch((error: unknown) => {
      throw ceremonyError(error)
    })
  })
}
