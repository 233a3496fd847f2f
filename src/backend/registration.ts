/** Registers passkeys: issues the challenges, and accepts each challenge for only one body. @module */
import * as v from 'valibot'
import { type Bytes, bytesToBase64url, sha256, utf8 } from '../encoding.js'
import type { CreateCredentialBody } from '../wire/credentials.js'
import type { PasskeyRegistrationBody, PasskeyRegistrationOptions } from '../wire/passkey-registration.js'
import type { ChallengeStore, ChallengeUse } from './challenge-store.js'
import type { RelyingParty } from './options.js'
import type { Ownership } from './ownership.js'
import { askPlatform } from './platform.js'
import { Refusal } from './refusal.js'

/**
 * How long a challenge is valid, in milliseconds: long enough for two ceremonies and a signed request (five minutes
 * [at date]).
 */
const challengeLifetime = 10 * 60_000

/**
 * How long a step of the store may take, in milliseconds. Some drivers queue calls while disconnected, so they might
 * never settle.
 */
const storeDeadline = 3_000
/** Shorter, because the passkey already exists and the page must get its answer before it stops waiting. */
const consumeDeadline = 1_000

/**
 * The options that are sent: all members that `PublicKeyCredentialCreationOptionsJSON` requires and that the
 * interface asks for.
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

/** What registration needs. */
export interface RegistrationContext {
  readonly relyingParty: RelyingParty
  readonly challenges: ChallengeStore
  readonly credentialsOf: Ownership['credentialsOf']
}

/** Both halves of a registration. `loginSession` is empty if the platform does not name one. */
export interface Registration {
  /** Resolves with options for the ceremony, with a new challenge (the WebAuthn parameters: [at date]). */
  options(body: PasskeyRegistrationBody, loginSession: string): Promise<RegistrationOptions>
  /**
   * Rejects with 400 unless the challenge of a create call may be used with exactly these bytes. Resolves with a
   * function that consumes the challenge: call it once the passkey exists.
   */
  admit(body: PasskeyCreation, bytes: Bytes, loginSession: string): Promise<() => Promise<void>>
}

/** The create call of a passkey. */
export type PasskeyCreation = Extract<CreateCredentialBody, { readonly type: 'PASSKEY' }>

const Passkey = v.looseObject({ type: v.literal('PASSKEY'), credentialId: v.string() })

export function createRegistration({
  relyingParty,
  challenges,
  credentialsOf,
}: RegistrationContext): Registration {
  const inStore = <T>(
    schema: v.GenericSchema<unknown, T>,
    step: () => Promise<T>,
    ms = storeDeadline,
  ): Promise<T> => askPlatform('challenges', schema, step, ms)

  return {
    async options({ accountId, nickname }, loginSession) {
      const credentials = await credentialsOf(accountId)
      const challenge = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
      const binding = await bindingOf(accountId, loginSession)
      const expiresAt = Date.now() + challengeLifetime
      await inStore(v.unknown(), () => challenges.issue({ challenge, binding, expiresAt }))
      return {
        challenge,
        rp: { id: relyingParty.id, name: relyingParty.name },
        user: {
          id: bytesToBase64url(await sha256(utf8(accountId))),
          name: nickname,
          displayName: nickname,
        },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 60_000,
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

    async admit({ accountId, challenge }, bytes, loginSession) {
      const use: ChallengeUse = {
        challenge,
        binding: await bindingOf(accountId, loginSession),
        bodyDigest: bytesToBase64url(await sha256(bytes)),
      }
      if (!(await inStore(v.boolean(), () => challenges.claim(use)))) {
        throw new Refusal('INVALID_INPUT', 'The registration challenge is not valid for this call.', {
          details: { issues: [{ path: 'challenge', expected: 'the challenge issued for this passkey' }] },
        })
      }
      return async () => {
        await inStore(v.unknown(), () => challenges.consume(use), consumeDeadline)
      }
    },
  }
}

async function bindingOf(accountId: string, loginSession: string): Promise<string> {
  return bytesToBase64url(await sha256(utf8(`${accountId}\n${loginSession}`)))
}
