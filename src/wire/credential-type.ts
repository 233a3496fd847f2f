/** The credential types of the interface (AuthMethod). Free of schema code, like the ids. @module */

export const credentialTypes = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const

export type CredentialType = (typeof credentialTypes)[number]
