/** What the library asks of its surroundings: a clock and, in a sandbox, stand-ins for real proofs. @module */
import type { Assertion } from './spec/credentials.js'

/**
 * Time. Both members use milliseconds.
 *
 * @example
 * createWallet({ accountId, backend, clock: emulator.clock }) // time travel in tests
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `fn` once after `ms`; the answer cancels it. */
  after(ms: number, fn: () => void): () => void
}

/** An ECDSA P-256 key that can sign and cannot be read, with its public half. */
export interface SessionKey {
  /** Non-extractable ECDSA P-256, usage `sign`. */
  readonly privateKey: CryptoKey
  /** Compressed SEC1, 66 lower-case hex characters. */
  readonly publicKey: string
  /** The public half, usage `verify`: proves the key after storage, where no browser need import a compressed point. */
  readonly verifyKey: CryptoKey
}

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
