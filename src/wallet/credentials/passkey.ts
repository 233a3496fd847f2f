/** PASSKEY: runs WebAuthn ceremonies, and names the parts of their results as the service's API does. @module */

import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { base64urlToBytes, bytesToBase64url, utf8 } from '../../encoding.js'
import { CeremonyError } from '../../flow-errors.js'
import type { Assertion, CredentialChallenge } from '../../wire/credentials.js'
import { loadChunk } from '../time/load-chunk.js'
import { ceremonyError } from './ceremony-error.js'
import { isForbidden, type PasskeyFeature } from './frame.js'
import { inputInvalid } from './input-invalid.js'
import type { CreationInput, Method, MethodContext, PasskeySettings } from './method.js'
import { passkeyNickname } from './passkey-nickname.js'

const defaultTimeout = 60_000
/**
 * How much longer to wait than the timeout of the browser's dialog, in milliseconds. Normally the browser closes the
 * dialog at its timeout.
 */
const grace = 5_000

type CeremonyLibrary = typeof import('./ceremonies.js')

let ceremonies: CeremonyLibrary | undefined

async function loadCeremonies(clock: Clock): Promise<CeremonyLibrary> {
  ceremonies = await loadChunk(clock, import('./ceremonies.js'))
  return ceremonies
}

/** The caller's input for the creation of a passkey. */
export interface PasskeyInput extends CreationInput {
  readonly type: 'PASSKEY'
  /** The name of the passkey. `passkeyNickname` shows in advance what is sent. */
  readonly nickname: string
}

/** The row of PASSKEY in the table of credential types. */
export const passkey: Method<PasskeyInput> = {
  type: 'PASSKEY',
  proof: 'assertion',
  challenge: 'clientKey',
  deadline: ({ timeout = defaultTimeout }) => timeout + grace,
  onlyOne: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  preload: loadCeremonies,
  async prove(request) {
    const { credentialId = '', challenge = '' } = request.challenge ?? {}
    if (request.sandbox.assertion)
      return { assertion: await request.sandbox.assertion({ credentialId, challenge }) }
    const { rpId, timeout = defaultTimeout, challengeEncoding } = request.passkey
    const answer = await ceremony(request, 'publickey-credentials-get', timeout, ({ startAuthentication }) =>
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
    const assertion: Assertion = {
      credentialId: answer.rawId,
      clientDataJson: clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle ? { userHandle } : {}),
    }
    return { assertion }
  },
  check({ assertion }) {
    if (assertion === undefined)
      throw new TypeError('A passkey sign-in does not take input, because its proof comes from a ceremony.')
  },
  verifyBody: ({ assertion }) => {
    if (assertion === undefined) throw new TypeError('A passkey sign-in needs an assertion.')
    return { type: 'PASSKEY', assertion }
  },
  checkedInput(input) {
    if (typeof input.nickname !== 'string')
      throw new TypeError('credentials.create({ type: "PASSKEY" }) needs { nickname: string }.')
    const nickname = passkeyNickname(input.nickname)
    if (nickname !== undefined) return { type: 'PASSKEY', nickname }
    throw inputInvalid("The nickname needs 1 to 100 letters, digits, spaces or . _ - ' ( )")
  },
  prepareCreation: ({ nickname }, ask) => ask(nickname),
  async createBody({ nickname }, request) {
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
    const { rawId, response } = await ceremony(
      request,
      'publickey-credentials-create',
      timeout,
      ({ startRegistration }) =>
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
  },
  async discard(credentialId, { rpId = location.hostname }) {
    if (!canDiscard()) return
    const options = { rpID: rpId, credentialID: unpadded(credentialId) }
    // The signal is only a hint, so it does not matter if the browser cannot act on it.
    await import('./signal.js')
      .then(({ sendSignal }) => sendSignal({ signalName: 'unknownCredential', ...options }))
      .catch(() => {})
  },
}

/** Whether the browser can be told that a passkey is not accepted any more. */
export const canDiscard = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'signalUnknownCredential' in PublicKeyCredential

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
  run: (library: CeremonyLibrary) => Promise<T>,
): Promise<T> {
  // Nothing is awaited once the library is loaded, because some browsers allow a ceremony only in the task of the
  // click.
  const library = ceremonies ?? (await loadCeremonies(clock))
  if (!library.browserSupportsWebAuthn()) {
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
  return withDeadline(clock, { ms: timeout + grace, signal, late }, (inner) => {
    inner.addEventListener('abort', () => library.WebAuthnAbortService.cancelCeremony())
    return run(library).catch((error: unknown) => {
      throw ceremonyError(error)
    })
  })
}
