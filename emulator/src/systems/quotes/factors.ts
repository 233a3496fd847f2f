/** The factors with which a customer authorizes a payment, one row each (wire-facts 12 [current]). @module */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import {
  type AuthorizeQuoteBody,
  bytesToBase64url,
  type Customer,
  looseObject,
  parse,
  type ScaChallenge,
  type ScaFactor,
  type Schema,
} from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import { base32ToBytes, totpCode, totpStep } from '../../crypto/totp.js'
import { invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { credentialsOf } from '../../handler/find-records.js'
import { randomText } from '../../state/ids.js'
import type { AuthorizationRecord, ScaOptions } from '../../state/records/authorizations.js'
import type { CredentialRecord } from '../../state/state.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'
import { standingOf } from './sca.js'

/** What a factor adds to a challenge: the fields that the API shows, and what the proof is compared with. */
export interface Begun extends Pick<AuthorizationRecord, 'code' | 'expected'> {
  readonly shown?: Pick<ScaChallenge, 'passkeyAssertionOptions' | 'passkeyAllowedOrigins'>
}

/** A row of the table of factors. */
export interface FactorRow {
  /** The `reason` of the 400 for a wrong proof. */
  readonly refusal: string
  /** Whether another code can be texted. */
  readonly isTexted: boolean
  /** Whether the customer has this factor. */
  has(context: Context, customer: Customer, options: ScaOptions): boolean
  begin(context: Context, customer: Customer): Begun
  /**
   * Resolves with `undefined` for a wrong proof. Otherwise resolves with a function that accepts the proof, and returns
   * `false` if another call has used it in the meantime. Rejects with 400 for a proof of another factor.
   */
  prove(
    context: Context,
    authorization: AuthorizationRecord,
    body: AuthorizeQuoteBody,
  ): Promise<(() => boolean) | undefined>
}

const always = (): boolean => true

/** Whether a code authorizes every payment of the deployment (fact `scaCode`). */
const isShortcut = ({ facts }: Context, given: string): boolean =>
  facts.scaCode !== 'real' && given === facts.scaCode

/** Returns the code in a body. Throws 400 if the body has a passkey's assertion. */
function codeIn(body: AuthorizeQuoteBody): string {
  if ('code' in body) return body.code
  throw invalidInput('The challenge asks for a code.', 'code')
}

const smsOtp: FactorRow = {
  refusal: 'Invalid authorization code',
  isTexted: true,
  has: (_, { phoneNumber }) => phoneNumber !== undefined,
  begin: () => ({ code: randomCode() }),
  async prove(context, { quoteId, code }, body) {
    const given = codeIn(body)
    if (isShortcut(context, given)) return always
    if (given !== code) return undefined
    return () => context.state.authorizations.get(quoteId)?.code === given
  },
}

/** Returns a random code, but never the sandbox's magic code. */
export function randomCode(): string {
  const code = randomText(6, '0123456789')
  return code === '123456' ? randomCode() : code
}

const totp: FactorRow = {
  refusal: 'Invalid authorization code',
  isTexted: false,
  has: (_, __, { totpSecret }) => totpSecret !== undefined,
  begin: () => ({}),
  async prove(context, { customerId }, body) {
    const given = codeIn(body)
    if (isShortcut(context, given)) return always
    const secret = base32ToBytes(context.state.scaOptions.get(customerId)?.totpSecret ?? '')
    if (!secret) return undefined
    const now = totpStep(context.clock.now())
    // The step before is accepted too, because typing takes time (RFC 6238, section 5.2).
    for (const step of [now, now - 1]) {
      if ((await totpCode(secret, step)) !== given) continue
      return () => {
        const standing = standingOf(context, customerId)
        if (step <= (standing.lastTotpStep ?? 0)) return false
        context.state.scaStandings.set(customerId, { ...standing, lastTotpStep: step })
        return true
      }
    }
    return undefined
  },
}

/** The passkeys of the customer's embedded wallets, which the emulator also accepts for payments [our choice]. */
const passkeysOf = (context: Context, customerId: string): readonly CredentialRecord[] =>
  internalAccountsOf(context, customerId)
    .flatMap(({ id }) => credentialsOf(context, id))
    .filter(({ passkey }) => passkey !== undefined)

const Response: Schema<AuthenticationResponseJSON> = v.pipe(
  looseObject({
    id: v.string(),
    rawId: v.string(),
    type: v.literal('public-key'),
    response: looseObject({
      clientDataJSON: v.string(),
      authenticatorData: v.string(),
      signature: v.string(),
    }),
  }),
  v.transform(({ id, rawId, type, response }) => ({ id, rawId, type, response, clientExtensionResults: {} })),
)

const passkey: FactorRow = {
  refusal: 'Invalid passkey assertion',
  isTexted: false,
  has: (context, { id }) => passkeysOf(context, id).length > 0,
  begin(context, { id: customerId }) {
    const expected = bytesToBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const [rpId = ''] = context.relyingPartyIds
    const allowCredentials = passkeysOf(context, customerId).map(({ wire }) => ({
      id: wire.credentialId,
      type: 'public-key',
    }))
    return {
      expected,
      shown: {
        passkeyAssertionOptions: {
          challenge: expected,
          rpId,
          allowCredentials,
          userVerification: 'required',
          timeout: 300_000,
        },
        passkeyAllowedOrigins: context.origins,
      },
    }
  },
  async prove(context, { customerId, expected = '' }, body) {
    if ('code' in body) throw invalidInput('The challenge asks for a passkey.', 'passkeyAssertion')
    const parsed = parse(Response, body.passkeyAssertion)
    if (!parsed.ok) throw invalidInput('The assertion cannot be read.', 'passkeyAssertion')
    const response = parsed.value
    const credential = passkeysOf(context, customerId).find(({ wire }) => wire.credentialId === response.id)
    if (!credential?.passkey || !context.origins.includes(body.origin)) return undefined
    const { publicKey, counter } = credential.passkey
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected,
      expectedOrigin: body.origin,
      ...(context.topOrigins.length > 0 && { expectedTopOrigin: [...context.topOrigins] }),
      expectedRPID: [...context.relyingPartyIds],
      requireUserVerification: true,
      credential: { id: response.id, publicKey, counter },
    }).catch(() => undefined)
    if (!result?.verified) return undefined
    return () => {
      const current = context.state.credentials.get(credential.wire.id)
      if (!current?.passkey || current.passkey.counter !== counter) return false
      const { newCounter } = result.authenticationInfo
      context.state.credentials.set(credential.wire.id, {
        ...current,
        passkey: { ...current.passkey, counter: newCounter },
      })
      return true
    }
  },
}

/** The factor of a customer for whom none is chosen, or who does not have the one that is. */
export const usualFactor: ScaFactor = 'SMS_OTP'

/** The table of factors. */
export const factors: Readonly<Record<ScaFactor, FactorRow>> = {
  SMS_OTP: smsOtp,
  TOTP: totp,
  PASSKEY: passkey,
}
