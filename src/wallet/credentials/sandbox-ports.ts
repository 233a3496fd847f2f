/** The ports for the magic values that the service's sandbox accepts in place of real proofs. @module */

import type { Assertion } from '../../wire/credentials.js'
import type { SessionKey } from '../crypto/prove-session-key.js'

/**
 * Replacements for steps that the service's sandbox cannot do for real (Sandbox test behaviors). Each one is optional: a
 * step without a replacement stays real. `embedded-wallet-auth/sandbox` makes them; never ship them in production.
 */
export interface SandboxPorts {
  /** Makes a session key when the delivered one does not open: the sandbox delivers stubs. Real opening is tried first. */
  readonly sessionKey?: () => Promise<SessionKey>
  /** Replaces the stamp over `payloadToSign`. */
  readonly stamp?: (payloadToSign: string) => Promise<string>
  /** Replaces the WebAuthn ceremony of a sign-in. */
  readonly assertion?: (challenge: {
    readonly credentialId: string
    readonly challenge: string
  }) => Promise<Assertion>
  /** Replaces the caller's ID token. `create` and `verify` take different magic values. */
  readonly oidcToken?: (purpose: 'create' | 'verify') => Promise<string>
  /** Accepts exports without a signature: the sandbox leaves signature and signer empty. */
  readonly unsignedExport?: boolean
}
