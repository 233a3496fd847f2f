/** One-time codes: what the credential types that send them have in common. @module */
import type { CredentialChallenge } from 'embedded-wallet-auth/wire'
import { randomKeyPair } from '../../crypto/key-pair.js'
import { targetBundle } from '../../crypto/otp-bundle.js'
import type { Context, OtpForm } from '../../handler/context.js'
import { walletById } from '../../handler/find-records.js'
import { randomText } from '../../state/ids.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { otpForm } from '../config/current.js'
import type { CredentialRow } from './credential-row.js'
import { tooMany } from './wrong-code.js'

// The time window of the rate limit for codes, in milliseconds. The service does not publish its limits (Limits: not
// shown).
const window = 60_000

/** Sends a code, unless too many were sent in the last minute. */
export const challengeWithCode: CredentialRow['challenge'] = async (context, credential) => {
  const now = context.clock.now()
  const recent = credential.challengedAt.filter((at) => now - at < window)
  const [oldest = now] = recent
  if (recent.length >= context.codesPerMinute) {
    throw tooMany('Too many codes were requested.', oldest + window - now)
  }
  const asked = { ...credential, challengedAt: [...recent, now] }
  context.state.credentials.set(credential.wire.id, asked)
  const bundle = await sendCode(context, asked)
  return { ...credential.wire, ...bundle }
}

/**
 * Sends a new code to the credential's address or number. Earlier codes become invalid. Resolves with the bundle that
 * names the key to which the code may be encrypted.
 */
export async function sendCode(
  context: Context,
  credential: CredentialRecord,
): Promise<Pick<CredentialChallenge, 'otpEncryptionTargetBundle'>> {
  const now = context.clock.now()
  const form = otpForm(context)
  const expiresAt = now + form.expirationSeconds * 1000
  const code = randomCode(form)
  const target = context.facts.codes === 'plain' ? undefined : randomKeyPair()
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
