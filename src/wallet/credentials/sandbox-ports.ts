/** The option `sandbox`: magic values that the service's sandbox accepts in place of real proofs. @module */
import type { Assertion } from '../../wire/credentials.js'
import type { SessionKey } from '../crypto/prove-session-key.js'

/**
 * Replacements for steps that the service's sandbox does not support (Sandbox test behaviors). Each replacement is
 * optional; a step without one runs as in production. Create them with `embedded-wallet-auth/sandbox`, and never ship
 * them in production.
 */
export interface SandboxPorts {
  /** Makes the session key if the delivered key cannot be opened, because the sandbox does not deliver real keys. */
  readonly sessionKey?: () => Promise<SessionKey>
  /** Replaces the stamp over `payloadToSign`. */
  readonly stamp?: (payloadToSign: string) => Promise<string>
  /** Replaces the WebAuthn ceremony of a sign-in. */
  readonly assertion?: (challenge: {
    readonly credentialId: string
    readonly challenge: string
  }) => Promise<Assertion>
  /**
   * Replaces the caller's ID token. The sandbox accepts a magic value in a verify call. To create a credential, the
   * sandbox needs a JWT, but does not check its signature.
   */
  readonly oidcToken?: (purpose: 'create' | 'verify') => Promise<string>
  /** Accepts an export without a signature, because the sandbox leaves the signature and the signer empty. */
  readonly unsignedExport?: boolean
}
