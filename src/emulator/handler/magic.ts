/**
 * The sandbox's magic values (Sandbox test behaviors, Magic values for embedded-wallet flows), one row per mode. In
 * strict mode they are ordinary wrong values.
 * @module
 */

/** Which magic values a mode accepts. */
export interface Magic {
  otp(value: string): boolean
  assertionSignature(value: string): boolean
  /** Accepted only by the verify call. */
  oidcToken(value: string): boolean
  stamp(value: string): boolean
  /** Whether an ID token of this issuer may create a credential although its signature is not checked. */
  unsignedIssuer(iss: string): boolean
  /** Whether exports carry the envelope signer's signature. */
  readonly exports: 'signed' | 'unsigned'
}

/** How strictly the emulator checks. */
export type Mode = 'strict' | 'sandbox'

// Identity providers whose tokens the sandbox recognizes by name alone (wire-facts 8.2 [current]).
const wellKnownIssuers = ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com']

/** The row of each mode; `issuers` are those trusted besides the well-known ones. */
export const magicOf: Readonly<Record<Mode, (issuers: readonly string[]) => Magic>> = {
  strict: () => ({
    otp: () => false,
    assertionSignature: () => false,
    oidcToken: () => false,
    stamp: () => false,
    unsignedIssuer: () => false,
    exports: 'signed',
  }),
  sandbox: (issuers) => ({
    otp: (value) => value === '000000',
    assertionSignature: (value) => value === 'sandbox-valid-passkey-signature',
    oidcToken: (value) => value === 'sandbox-valid-oidc-token',
    stamp: (value) => value === 'sandbox-valid-signature',
    unsignedIssuer: (iss) => issuers.includes(iss) || wellKnownIssuers.includes(iss),
    exports: 'unsigned',
  }),
}
