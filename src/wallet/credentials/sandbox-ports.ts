/** The option `sandbox`: magic values that the service's sandbox accepts in place of real proofs. @module */

import type { Assertion } from '../../wire/credentials.js'
import type { SessionKey } from '../crypto/prove-session-key.js'

/**
 * Replacements for steps that cannot be real in the service's sandbox (Sandbox test behaviors). Each one is optional;
 * a step without a replacement stays real. Create them with `embedded-wallet-auth/sandbox`, and never ship them in
 * production.
 */
export interface SandboxPorts {
  /** Makes a session key to use if the delivered one cannot be opened: the sandbox does not deliver real keys. */
  readonly sessionKey?: () => Promise<SessionKey>
  /** Replaces the stamp over `payloadToSign`. */
  readonly stamp?: (payloadToSign: string) => Promise<string>
  /** Replaces the WebAuthn ceremony of a sign-in. */
  readonly assertion?: (challenge: {
    readonly credentialId: string
    readonly challenge: string
  }) => Promise<Assertion>
  /**
   * Replaces the caller's ID token. A `verify` accepts a magic value. A `create` does not, but it accepts a JWT without
   * a valid signature.
   */
  readonly oidcToken?: (purpose: 'create' | 'verify') => Promise<string>
  /** Accepts an export without a signature, because in the sandbox the fields for signature and signer are empty. */
  readonly unsignedExport?: boolean
}
