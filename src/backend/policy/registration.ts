/** Registers passkeys: issues the challenges, and accepts each challenge with only one request body. @module */
import * as v from 'valibot'
import { base64urlToBytes, bytesToBase64url } from '../../base64url.js'
import { type Bytes, sha256, utf8 } from '../../encoding.js'
import { ceremonyTimeout } from '../../wire/ceremony-timeout.js'
import type { PasskeyCreation } from '../../wire/credentials.js'
import type { PasskeyRegistrationBody, PasskeyRegistrationOptions } from '../../wire/passkey-registration.js'
import { looseObject, parsedOrNone, parseJson } from '../../wire/schema.js'
import type { RelyingParty } from '../options.js'
import { Refusal } from '../refusal.js'
import { isOwnPage, type OwnPages } from '../request/framing.js'
import type { Ownership } from '../service/ownership.js'
import type { Challenges } from './challenges.js'

/**
 * The WebAuthn options that a page gets: all members that `PublicKeyCredentialCreationOptionsJSON` requires, and the
 * members that the service's API asks for.
 */
export interface RegistrationOptions extends PasskeyRegistrationOptions {
  readonly authenticatorSelection: {
    readonly residentKey: 'required'
    readonly requireResidentKey: true
    readonly userVerification: 'required'
  }
  readonly attestation: 'none'
  readonly excludeCredentials: readonly { readonly type: 'public-key'; readonly id: string }[]
}

/** The dependencies of {@link createRegistration}. */
export interface RegistrationContext {
  readonly relyingParty: RelyingParty
  readonly pages: OwnPages
  readonly challenges: Challenges
  readonly credentialsOf: Ownership['credentialsOf']
  /**
   * Called when the store does not contain a challenge. Set only if no store was configured, because then each instance
   * keeps its challenges in its own memory.
   */
  readonly missed: ((error: Error) => void) | undefined
}

/** The two steps of registering a passkey. `login` is the hash of the login session; empty without one. */
export interface Registration {
  /** Resolves with the ceremony's options, with a new challenge, as in the service's reference [reference]. */
  options(body: PasskeyRegistrationBody, login: string): Promise<RegistrationOptions>
  /**
   * Checks the create call. Rejects with 400 unless the passkey was made on a page of this platform and the challenge
   * may be used with exactly these bytes. Resolves with a function that consumes the challenge. Call that function once
   * the service has created the passkey.
   */
  admit(body: PasskeyCreation, bytes: Bytes, login: string): Promise<() => Promise<void>>
}

/** A passkey in the list of credentials. Only passkeys have a `credentialId`. */
const Passkey = looseObject({ credentialId: v.string() })

export function createRegistration(context: RegistrationContext): Registration {
  const { relyingParty, pages, challenges, credentialsOf, missed } = context

  const checkClientData = (clientDataJson: string, challenge: string): void => {
    const bytes = base64urlToBytes(clientDataJson)
    // WebAuthn's client data, in which the browser describes the ceremony.
    const ClientData = looseObject({
      type: v.literal('webauthn.create'),
      challenge: v.literal(challenge),
      origin: v.string(),
      crossOrigin: v.optional(v.boolean()),
      topOrigin: v.optional(v.string()),
    })
    const made = parsedOrNone(ClientData, bytes && parseJson(new TextDecoder().decode(bytes)))
    if (made === undefined || !isOwnPage(made, pages)) {
      throw invalidChallenge(
        'The passkey was not made for this call.',
        'attestation.clientDataJson',
        'type webauthn.create, the challenge of the call, and a page of `origins`, in no frame but under one of `topOrigins`',
      )
    }
  }

  return {
    async options({ accountId, nickname }, login) {
      // Callers without types may leave it out.
      if (relyingParty === undefined)
        throw new TypeError('The option `relyingParty` is missing. Without it, no passkey can be registered.')
      const credentials = await credentialsOf(accountId)
      const challenge = await challenges.issue({ accountId, login })
      return {
        challenge,
        rp: { id: relyingParty.id, name: relyingParty.name },
        user: {
          id: bytesToBase64url(await sha256(utf8(accountId))),
          name: nickname,
          displayName: nickname,
        },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: ceremonyTimeout,
        topOrigins: pages.topOrigins,
        excludeCredentials: credentials.flatMap((credential) => {
          const passkey = v.safeParse(Passkey, credential)
          return passkey.success ? [{ type: 'public-key' as const, id: passkey.output.credentialId }] : []
        }),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    async admit({ accountId, challenge, attestation }, bytes, login) {
      const use = { challenge, accountId, login }
      checkClientData(attestation.clientDataJson, challenge)
      const isAccepted = await challenges.claim(use, bytes)
      if (!isAccepted) {
        const isElsewhere = isAccepted === undefined && missed !== undefined
        if (isElsewhere) missed(new Error(elsewhere))
        const why = 'The registration challenge is not valid for this call.'
        const message = isElsewhere ? `${why} ${elsewhere}` : why
        throw invalidChallenge(message, 'challenge', 'the challenge issued for this passkey')
      }
      return () => challenges.consume(use)
    },
  }
}

const elsewhere =
  'The challenge is not in the store: it has expired, or another instance issued it. By default each instance keeps its challenges in its own memory. If you run several instances, set the option `store` to a store that they share.'

const invalidChallenge = (message: string, path: string, expected: string): Refusal =>
  new Refusal('INVALID_INPUT', message, { details: { issues: [{ path, expected }] } })
