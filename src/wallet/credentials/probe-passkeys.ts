/** Tests what this browser and page can do with passkeys. @module */
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { hasCeremony } from './browser-credentials.js'
import { isForbidden, isInForeignFrame } from './frame.js'

/** What this browser and page can do with passkeys. Plain JSON. */
export interface PasskeySupport {
  /** Whether `signIn({ type: 'PASSKEY' })` can open a dialog, as far as the browser reveals this. */
  readonly signIn: boolean
  /** Whether `credentials.create({ type: 'PASSKEY' })` can open a dialog. */
  readonly create: boolean
  /** Whether the device itself can store passkeys. If not, a phone or a security key may still work. */
  readonly platformAuthenticator: boolean
  /** Whether `signIn({ type: 'PASSKEY', mediation: 'conditional' })` can offer passkeys in the autofill of a form. */
  readonly conditionalMediation: boolean
  /**
   * Whether the page is in a cross-origin frame. The frame's `allow` attribute must then permit passkeys, and only
   * Chromium reveals whether it does.
   */
  readonly foreignFrame: boolean
}

/**
 * How long to wait for each answer from the browser, in milliseconds. A feature without an answer counts as missing.
 */
const featureWait = 1_000

export async function probePasskeys(clock: Clock): Promise<PasskeySupport> {
  const [canGet, canCreate] = [
    hasCeremony('get') && isSecureContext,
    hasCeremony('create') && isSecureContext,
  ]
  const ask = (question: () => Promise<boolean> | undefined): Promise<boolean> =>
    withDeadline(clock, { ms: featureWait, late: () => new Error('No answer.') }, async () =>
      canGet ? (await question()) === true : false,
    ).catch(() => false)
  const [platformAuthenticator, conditionalMediation] = await Promise.all([
    ask(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()),
    ask(() => PublicKeyCredential.isConditionalMediationAvailable?.()),
  ])
  return {
    signIn: canGet && !isForbidden('publickey-credentials-get'),
    create: canCreate && !isForbidden('publickey-credentials-create'),
    platformAuthenticator,
    conditionalMediation,
    foreignFrame: isInForeignFrame(),
  }
}
