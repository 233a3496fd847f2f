/**
 * The credential types of the interface (AuthMethod). Contains no schemas, because the part of the library that loads
 * first needs it.
 * @module
 */

/** All credential types that this version knows. */
export const credentialTypes = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const

/** One of {@link credentialTypes}. */
export type CredentialType = (typeof credentialTypes)[number]
