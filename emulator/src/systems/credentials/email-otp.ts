/** The credential type EMAIL_OTP: one-time codes by e-mail. @module */
import type { CredentialChallenge } from 'embedded-wallet-auth/wire'
import { randomKeyPair } from '../../crypto/key-pair.js'
import { targetBundle } from '../../crypto/otp-bundle.js'
import { ApiError, invalidInput, unauthorized } from '../../handler/api-error.js'
import { takeClientKey } from '../../handler/client-keys.js'
import type { Context, OtpForm } from '../../handler/context.js'
import { walletById } from '../../handler/find-records.js'
import { randomText } from '../../state/ids.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { otpForm } from '../config/current.js'
import { sealedDelivery, stubDelivery } from '../sessions/issue.js'
import type { CredentialRow } from './credential-row.js'
import { confirmCode } from './encrypted-code.js'
import { wrongCode } from './wrong-code.js'

// The time window of the rate limit for codes, in milliseconds. The service does not publish its limits (Limits: not
// shown).
const window = 60_000
/** The row of EMAIL_OTP in the table of credential types. */
export const emailOtp: CredentialRow = {
  existsCode: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',

  async register(context, account, body) {
    if (body.type !== 'EMAIL_OTP') throw invalidInput('The credential type must be EMAIL_OTP.', 'type')
    // The default is the customer's own e-mail address (wire-facts 10.1).
    const email = body.email ?? context.state.customers.get(account.customerId)?.email
    if (email === undefined) throw invalidInput('The customer has no e-mail address.', 'email')
    return { wire: { nickname: email }, proof: {}, activity: updateEmail(account.wallet.userId, email) }
  },

  registered: mailCode,

  revocation: (account) => updateEmail(account.wallet.userId, ''),

  async challenge(context, credential) {
    const now = context.clock.now()
    const recent = credential.challengedAt.filter((at) => now - at < window)
    const [oldest = now] = recent
    if (recent.length >= context.codesPerMinute) {
      const retryAfter = Math.ceil((oldest + window - now) / 1000)
      const message = 'Too many codes were requested.'
      throw new ApiError(429, 'RATE_LIMITED', message, { headers: { 'Retry-After': String(retryAfter) } })
    }
    const asked = { ...credential, challengedAt: [...recent, now] }
    context.state.credentials.set(credential.wire.id, asked)
    const bundle = await mailCode(context, asked)
    return { ...credential.wire, ...bundle }
  },

  async prove(call, credential, body) {
    const { context } = call
    if (body.type !== 'EMAIL_OTP')
      throw invalidInput('The type must be that of the credential: EMAIL_OTP.', 'type')
    if ('encryptedOtpBundle' in body) return confirmCode(call, credential, body)
    if (context.keyDelivery === 'client-held')
      throw invalidInput('The code must be encrypted.', 'encryptedOtpBundle')
    const clientKey = takeClientKey(context, body.clientPublicKey)
    if (context.magic.otp(body.otp)) return { clientKey, delivery: stubDelivery }
    const { code, ...rest } = credential
    if (!code || context.clock.now() >= code.expiresAt) throw unauthorized('Invalid OTP code')
    if (code.code !== body.otp) throw wrongCode(context, credential)
    context.state.credentials.set(credential.wire.id, rest)
    return { clientKey, delivery: sealedDelivery }
  },
}

const updateEmail = (userId: string, userEmail: string): ReturnType<CredentialRow['revocation']> => ({
  type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  parameters: { userEmail, userId },
})

/**
 * Sends a new code by e-mail. Earlier codes become invalid. Resolves with the bundle that names the key to which the
 * code may be encrypted.
 */
async function mailCode(
  context: Context,
  credential: CredentialRecord,
): Promise<Pick<CredentialChallenge, 'otpEncryptionTargetBundle'>> {
  const now = context.clock.now()
  const form = otpForm(context)
  const expiresAt = now + form.expirationSeconds * 1000
  const code = randomCode(form)
  const target = context.keyDelivery === 'sealed' ? undefined : randomKeyPair()
  context.state.credentials.set(credential.wire.id, {
    ...credential,
    code: { code, expiresAt, wrongTries: 0, ...(target && { target: target.jwk }) },
  })
  await context.mail({
    to: credential.wire.nickname,
    otp: code,
    sentAt: timestamp(now),
    expiresAt: timestamp(expiresAt),
    accountId: credential.wire.accountId,
    credentialId: credential.wire.id,
  })
  if (!target) return {}
  const { organizationId } = walletById(context, credential.wire.accountId, 'id').wallet
  return {
    otpEncryptionTargetBundle: await targetBundle(target.publicKey, organizationId, context.otpSigner),
  }
}

const digits = '0123456789'
// I and O are left out, because they look like 1 and 0.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a random code, but never the sandbox's magic code. */
function randomCode({ length, alphanumeric }: OtpForm): string {
  const alphabet = alphanumeric ? digits + letters : digits
  const code = randomText(length, alphabet)
  return code === '000000' ? randomCode({ length, alphanumeric, expirationSeconds: 0 }) : code
}
