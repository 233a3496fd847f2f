/**
 * The magic values that each mode accepts (Sandbox test behaviors, Magic values for embedded-wallet flows). Sandbox
 * mode accepts the magic values of the service's sandbox. In strict mode they are ordinary wrong values.
 * @module
 */

/** The magic values that a mode accepts. */
export interface Magic {
  otp(value: string): boolean
  assertionSignature(value: string): boolean
  /** Accepted only by the verify call. */
  oidcToken(value: string): boolean
  stamp(value: string): boolean
  /** Whether the emulator creates credentials from this issuer's ID tokens without checking their signatures. */
  unsignedIssuer(iss: string): boolean
  /** Whether the envelopes of wallet exports are signed. */
  readonly exports: 'signed' | 'unsigned'
}

/** The mode of the emulator: how strictly it checks. */
export type Mode = 'strict' | 'sandbox'

// The sandbox recognizes the tokens of these identity providers by the issuer's name alone (wire-facts 8.2 [current]).
const wellKnownIssuers = ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com']

/** The magic values of each mode. `issuers` are the trusted issuers other than the well-known ones. */
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
