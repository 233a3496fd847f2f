/**
 * The magic values (Sandbox test behaviors, Magic values for embedded-wallet flows). Sandbox mode accepts those of the
 * profile's sandbox. Strict mode refuses them like any other wrong value.
 * @module
 */

import type { Behaviour } from 'embedded-wallet-auth/wire'

/** Recognizes the magic values that a mode accepts. */
export interface Magic {
  otp(value: string): boolean
  assertionSignature(value: string): boolean
  /** Whether the value is the magic ID token. Only the call that verifies a credential accepts this token. */
  oidcToken(value: string): boolean
  stamp(value: string): boolean
  /** Whether credentials are created from this issuer's ID tokens without a check of the signature. */
  unsignedIssuer(iss: string): boolean
  /** Whether the envelopes of wallet exports are signed. */
  readonly exports: 'signed' | 'unsigned'
  /**
   * Whether account numbers need right check digits. The sandbox's suffixes are magic values, too: a number that ends
   * in one seldom has them.
   */
  readonly accountNumbers: 'checked' | 'any'
}

/** How strictly the emulator checks proofs and stamps: `sandbox` also accepts magic values. */
export type Mode = 'strict' | 'sandbox'

// When a credential is created from an ID token of these providers, the sandbox checks only the token's issuer
// (wire-facts 8.2 [current]).
const wellKnownIssuers = ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com']

const never = (): boolean => false

/** The magic values, by the value of the fact `magicValues`. `issuers` are the trusted ones besides the well-known. */
export const magicOf: Readonly<Record<Behaviour['magicValues'], (issuers: readonly string[]) => Magic>> = {
  none: () => ({
    otp: never,
    assertionSignature: never,
    oidcToken: never,
    stamp: never,
    unsignedIssuer: never,
    exports: 'signed',
    accountNumbers: 'checked',
  }),
  // The later sandbox seals real keys and signs exports. It checks an ID token, but not its signature.
  some: (issuers) => ({
    ...magicOf.all(issuers),
    oidcToken: never,
    exports: 'signed',
  }),
  all: (issuers) => ({
    otp: (value) => value === '000000',
    assertionSignature: (value) => value === 'sandbox-valid-passkey-signature',
    oidcToken: (value) => value === 'sandbox-valid-oidc-token',
    stamp: (value) => value === 'sandbox-valid-signature',
    unsignedIssuer: (iss) => issuers.includes(iss) || wellKnownIssuers.includes(iss),
    exports: 'unsigned',
    accountNumbers: 'any',
  }),
}
