/** The credential types of the interface (AuthMethod). No schema code, because the core loads it. @module */

export const credentialTypes = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const

export type CredentialType = (typeof credentialTypes)[number]
