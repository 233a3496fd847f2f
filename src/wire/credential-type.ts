/**
 * The types of credentials (AuthMethod). This file contains no schemas, so that the part of the library that loads
 * first can import it without the validation library.
 * @module
 */

/** All credential types that this version knows. */
export const credentialTypes = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const

/** One of {@link credentialTypes}. */
export type CredentialType = (typeof credentialTypes)[number]
