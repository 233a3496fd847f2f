/** The stand-ins for real proofs that a sandbox accepts. @module */

import type { Assertion } from '../../wire/credentials.js'
import type { SessionKey } from '../crypto/prove-session-key.js'

/**
 * Magic values of the service's sandbox as ports of the library (Sandbox test behaviors). Each one is optional: what is
 * left out stays real. Made by `embedded-wallet-auth/sandbox`; never part of a production bundle.
 */
export interface SandboxPorts {
  /** Stands in for a sealed key that does not open: the sandbox gives stubs. Called only after real opening failed. */
  readonly sessionKey?: () => Promise<SessionKey>
  /** Replaces the stamp over `payloadToSign`. */
  readonly stamp?: (payloadToSign: string) => Promise<string>
  /** Replaces the WebAuthn ceremony of a sign-in. */
  readonly assertion?: (challenge: {
    readonly credentialId: string
    readonly challenge: string
  }) => Promise<Assertion>
  /** Replaces the caller's ID token; `create` and `verify` take different magic values. */
  readonly oidcToken?: (purpose: 'create' | 'verify') => Promise<string>
  /** Lets the export's unsigned forms through: the sandbox leaves signature and signer empty. */
  readonly unsignedExport?: boolean
}
