/** What this browser can do with passkeys. @module */
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { isForbidden, isInForeignFrame } from './frame.js'

/** What this browser and page can do with passkeys. Plain JSON. */
export interface PasskeySupport {
  /** Whether `signIn({ type: 'PASSKEY' })` can open a dialog, as far as the browser tells. */
  readonly signIn: boolean
  /** Whether `credentials.create({ type: 'PASSKEY' })` can. */
  readonly create: boolean
  /** The device can hold passkeys itself. Otherwise a phone or a security key may still do. */
  readonly platformAuthenticator: boolean
  /** The browser can offer passkeys in the autofill of a form. This library opens dialogs only. */
  readonly conditionalMediation: boolean
  /** The page is in a frame of another origin, whose `allow` has to name passkeys. Only Chromium tells whether it does. */
  readonly foreignFrame: boolean
}

/** Milliseconds to wait for the browser; after that it counts as unable. */
const patience = 1_000

export async function probePasskeys(clock: Clock): Promise<PasskeySupport> {
  const hasWebAuthn = typeof PublicKeyCredential === 'function' && isSecureContext
  const ask = (question: () => Promise<boolean> | undefined): Promise<boolean> =>
    withDeadline(clock, { ms: patience, late: () => new Error('No answer.') }, async () =>
      hasWebAuthn ? ((await question()) ?? false) : false,
    ).catch(() => false)
  const [platformAuthenticator, conditionalMediation] = await Promise.all([
    ask(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()),
    ask(() => PublicKeyCredential.isConditionalMediationAvailable?.()),
  ])
  return {
    signIn: hasWebAuthn && !isForbidden('publickey-credentials-get'),
    create: hasWebAuthn && !isForbidden('publickey-credentials-create'),
    platformAuthenticator,
    conditionalMediation,
    foreignFrame: isInForeignFrame(),
  }
}
