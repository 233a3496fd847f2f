/**
 * The WebAuthn ceremonies. Their results have the field names of the service's API. This file and the WebAuthn library
 * are loaded when a passkey is used.
 * @module
 */
import {
  base64URLStringToBuffer,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { untilAborted, withDeadline } from '../../clock.js'
import { utf8 } from '../../encoding.js'
import { CeremonyError, SessionError } from '../../errors.js'
import type { Assertion, CredentialChallenge, PasskeyCreation } from '../../wire/credentials.js'
import type { PasskeyRegistrationOptions } from '../../wire/passkey-registration.js'
import type { PaymentProofRequest } from '../../wire/payment-proof.js'
import type { AssertionOptions } from './assertion-options.js'
import { createPasskey, getAssertion, hasCeremony } from './browser-credentials.js'
import { ceremonyError } from './ceremony-error.js'
import { dialogDeadline, dialogTimeout } from './dialog-deadline.js'
import { isForbidden, isRefusedFrame, ownHost, ownOrigin } from './frame.js'
import type { CreationRequest, MethodContext, Offered, PasskeySettings, ProofRequest } from './method.js'

export { probePasskeys } from './probe-passkeys.js'

/** Opens the browser's dialog for a sign-in, and resolves with the authenticator's assertion. */
export async function assert(
  request: ProofRequest,
  { credentialId, challenge }: { readonly credentialId: string; readonly challenge: string },
): Promise<Assertion> {
  const { expiresAt } = request.challenge ?? {}
  const timeout = dialogTimeout(request, undefined, expiresAt ? Date.parse(expiresAt) : undefined)
  return ceremony(request, 'get', timeout, () =>
    authenticate(request.passkey, { credentialId, challenge }, timeout),
  )
}

/**
 * Opens the browser's dialog for the proof of a payment. The options are those of the platform backend, which accepts
 * the proof before `until`.
 */
export async function assertPayment(
  context: MethodContext,
  { topOrigins, options: { challenge, rpId, allowCredentials, timeout: offered } }: PaymentProofRequest,
  until: number,
): Promise<Assertion> {
  const own = context.passkey.rpId ?? rpId
  if (own !== rpId) throw otherRelyingParty(`The backend asks for passkeys of "${rpId}"`, own)
  assertFrame(topOrigins)
  const options = { challenge, rpId, allowCredentials, userVerification: 'required' } as const
  const timeout = dialogTimeout(context, offered, until)
  return ceremony(context, 'get', timeout, () => assertBy(options, timeout))
}

/**
 * Opens the browser's dialog for a payment that waits for the person, and resolves with the body that is sent. The
 * options are the service's own, and so is the relying party. The dialog closes when the challenge expires.
 *
 * @throws CeremonyError `RELYING_PARTY_MISMATCH` if this page is not of one of `origins`; the errors of a ceremony
 */
export async function answerByPasskey(
  context: MethodContext,
  options: AssertionOptions,
  { origins, until }: { readonly origins: readonly string[] | undefined; readonly until: number },
): Promise<{ readonly passkeyAssertion: Readonly<Record<string, unknown>>; readonly origin: string }> {
  assertAllowed('get')
  const origin = ownOrigin()
  if (origins?.includes(origin) === false) {
    throw new CeremonyError(
      'RELYING_PARTY_MISMATCH',
      "The service does not accept this passkey from this page's origin.",
    )
  }
  const timeout = dialogTimeout(context, options.timeout, until)
  const assertion = await ceremony(context, 'get', timeout, () => assertBy(options, timeout))
  return { passkeyAssertion: assertionJson(assertion), origin }
}

/** WebAuthn's `AuthenticationResponseJSON`. Its field names differ from those of the service's sign-in. */
const assertionJson = ({
  credentialId,
  clientDataJson,
  ...response
}: Assertion): Record<string, unknown> => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: { clientDataJSON: clientDataJson, ...response },
  clientExtensionResults: {},
})

const assertBy = (
  { challenge, rpId, userVerification, allowCredentials }: AssertionOptions,
  timeout: number,
): Promise<Assertion> =>
  getAssertion({
    publicKey: {
      challenge: base64URLStringToBuffer(unpadded(challenge)),
      ...(rpId && { rpId }),
      timeout,
      ...(userVerification && { userVerification }),
      allowCredentials: (allowCredentials ?? []).map(({ id }) => ({
        id: base64URLStringToBuffer(unpadded(id)),
        type: 'public-key',
      })),
    },
  })

/** How long a passkey is offered in autofill, in milliseconds. */
const longestOffer = 60 * 60_000

/**
 * How often to check whether a challenge has become too old, in milliseconds. A single long timer would be late if the
 * device sleeps.
 */
const look = 10_000

/**
 * Offers the passkey in the autofill of the page's form until the user chooses it. `prepare` prepares a sign-in and its
 * challenge. Each time the challenge has become too old, `prepare` is called again, but not while the tab is hidden.
 */
export function offer<SignIn extends Offered>(
  { clock, now, passkey, signal: caller }: MethodContext,
  prepare: (signal: AbortSignal) => Promise<SignIn>,
): Promise<readonly [SignIn, Assertion]> {
  const late = (): Error => new CeremonyError('CEREMONY_TIMEOUT', 'No passkey was chosen within an hour.')
  const close = (): void => WebAuthnAbortService.cancelCeremony()
  return withDeadline(clock, { ms: longestOffer, signal: caller, late }, async (signal) => {
    assertAllowed('get')
    const canOffer = await Promise.resolve()
      .then(browserSupportsWebAuthnAutofill)
      .catch(() => false)
    if (canOffer !== true) throw unsupported('This browser has no passkey autofill.')
    for (;;) {
      await untilAborted(signal, shown())
      const signIn = await prepare(signal)
      signal.throwIfAborted()
      const { credentialId = '', challenge = '' } = signIn.challenge ?? {}
      const isUsable = (): boolean => now() < signIn.usableUntil
      const wait = (): (() => void) =>
        clock.after(look, () => {
          if (isUsable()) stop = wait()
          else close()
        })
      let stop = wait()
      signal.addEventListener('abort', close)
      try {
        const assertion = await authenticate(passkey, { credentialId, challenge })
        if (assertion.credentialId === unpadded(credentialId)) return [signIn, assertion]
        throw new SessionError('CREDENTIAL_NOT_FOUND', 'This passkey belongs to another account.')
      } catch (error) {
        if (error instanceof SessionError) throw error
        if (signal.aborted || isUsable()) throw ceremonyError(error, 'get')
      } finally {
        stop()
        signal.removeEventListener('abort', close)
      }
    }
  })
}

const shown = (): Promise<unknown> =>
  document.visibilityState === 'hidden'
    ? new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }))
    : Promise.resolve()

/** Gets an assertion. With a `timeout`, a dialog opens; without one, the passkey is offered in autofill. */
async function authenticate(
  { rpId = ownHost(), challengeEncoding }: PasskeySettings,
  { credentialId, challenge }: { readonly credentialId: string; readonly challenge: string },
  timeout?: number,
): Promise<Assertion> {
  const passkey = { id: base64URLStringToBuffer(unpadded(credentialId)), type: 'public-key' as const }
  return getAssertion({
    publicKey: {
      challenge: base64URLStringToBuffer(webAuthnChallenge(challenge, challengeEncoding)),
      rpId,
      ...(timeout && { timeout }),
      userVerification: 'required',
      // Autofill offers every passkey of the page, and requires an empty list.
      allowCredentials: timeout === undefined ? [] : [passkey],
    },
    ...(timeout === undefined && { mediation: 'conditional' }),
  })
}

/**
 * Opens the browser's dialog that creates a passkey, and resolves with the body of the call that registers the passkey.
 */
export async function attest(request: CreationRequest, nickname: string): Promise<PasskeyCreation> {
  const { prepared } = request
  if (prepared === undefined) throw new Error('Creating a passkey needs registration options.')
  const { topOrigins, ...options } = prepared
  assertFrame(topOrigins)
  const { rpId } = request.passkey
  if (rpId !== undefined && (options.rp.id ?? ownHost()) !== rpId) {
    throw otherRelyingParty(`The backend registers passkeys for "${options.rp.id}"`, rpId)
  }
  const timeout = dialogTimeout(request, options.timeout, request.until)
  const publicKey = {
    ...options,
    timeout,
    challenge: base64URLStringToBuffer(options.challenge),
    user: { ...options.user, id: base64URLStringToBuffer(options.user.id) },
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: excludedBy(options),
    // User verification is required even if the backend does not ask for it, because a passkey that does not verify
    // the user is a weaker credential.
    authenticatorSelection: { ...options.authenticatorSelection, userVerification: 'required' as const },
  }
  const attestation = await ceremony(request, 'create', timeout, () => createPasskey(publicKey))
  return {
    type: 'PASSKEY',
    accountId: request.accountId,
    nickname,
    challenge: options.challenge,
    attestation,
  }
}

/** The passkeys that the backend says the account has. An entry without a readable id is left out. */
const excludedBy = ({
  excludeCredentials: told,
}: PasskeyRegistrationOptions): PublicKeyCredentialDescriptor[] =>
  (Array.isArray(told) ? told : []).flatMap((each: unknown) => {
    const { id } = Object(each) as { readonly id?: unknown }
    const bytes = typeof id === 'string' ? base64urlToBytes(id) : undefined
    return bytes === undefined ? [] : [{ id: bytes, type: 'public-key' }]
  })

/** Tells the browser that the service does not know this passkey. */
export function tellUnknown(credentialId: string, rpId: string = ownHost()): Promise<void> {
  return sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: unpadded(credentialId) })
}

/**
 * Converts the service's challenge text to the WebAuthn challenge in base64url (wire-facts 3.2). By default, 64
 * lower-case hex characters are encoded as UTF-8, and any other text is decoded as base64url. Throws `CEREMONY_FAILED`
 * if the text to decode is empty or not base64url.
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

const otherRelyingParty = (what: string, own: string): CeremonyError =>
  new CeremonyError('RELYING_PARTY_MISMATCH', `${what}, but \`passkey.rpId\` is "${own}".`)

const unsupported = (message: string): CeremonyError => new CeremonyError('PASSKEYS_UNSUPPORTED', message)

/** Throws before a dialog whose result the backend would refuse. */
function assertFrame(topOrigins: readonly string[] | undefined): void {
  if (!isRefusedFrame(topOrigins)) return
  throw new CeremonyError(
    'PASSKEYS_NOT_ALLOWED',
    'The backend accepts no passkey that is used in this frame. Its option `topOrigins` names who may frame this page.',
  )
}

function assertAllowed(kind: 'get' | 'create'): void {
  if (!hasCeremony(kind)) {
    throw unsupported(
      'Passkeys (WebAuthn) are not available: the browser or an extension lacks them, or the page is not served over HTTPS.',
    )
  }
  const feature = `publickey-credentials-${kind}` as const
  if (isForbidden(feature)) {
    throw new CeremonyError(
      'PASSKEYS_NOT_ALLOWED',
      `This page may not use passkeys. If it is in a frame, the frame needs allow="${feature}".`,
    )
  }
}

/** Runs a ceremony with a deadline. An abort closes the browser's dialog. */
async function ceremony<T>(
  { clock, signal }: MethodContext,
  kind: 'get' | 'create',
  timeout: number,
  run: () => Promise<T>,
): Promise<T> {
  assertAllowed(kind)
  const late = (): Error =>
    new CeremonyError('CEREMONY_TIMEOUT', 'The passkey dialog was still open 5 s after its timeout.')
  return withDeadline(clock, { ms: dialogDeadline(timeout), signal, late }, (inner) => {
    inner.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
    return run().catch((error: unknown) => {
      throw ceremonyError(error, kind)
    })
  })
}
