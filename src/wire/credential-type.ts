/**
 * The types of credentials (AuthMethod), and what differs between them for more than one part of the library. This file
 * contains no schemas, so that the part of the library that loads first can import it without the validation library.
 * @module
 */

/**
 * All credential types that this version knows, with one row for each. `proof` is the kind of proof that a sign-in
 * needs; an `otp` is a code that the user enters. `sends` is what the service sends, at the platform's expense, when a
 * credential is created or challenged.
 *
 * @example
 * const checksCode = flow.status === 'verifying' && credentialTypes[flow.type].proof === 'otp'
 */
export const credentialTypes = {
  PASSKEY: { proof: 'assertion', sends: 'nothing' },
  EMAIL_OTP: { proof: 'otp', sends: 'email' },
  SMS_OTP: { proof: 'otp', sends: 'sms' },
  OAUTH: { proof: 'oidcToken', sends: 'nothing' },
} as const

/** One of the names in {@link credentialTypes}. */
export type CredentialType = keyof typeof credentialTypes

/** The kind of proof that a verify call carries. */
export type ProofKind = (typeof credentialTypes)[CredentialType]['proof']

/** The credential types whose proof is of this kind. */
export type TypeProvenBy<Kind extends ProofKind> = {
  [Type in CredentialType]: (typeof credentialTypes)[Type]['proof'] extends Kind ? Type : never
}[CredentialType]

/** Whether a value is the name of a credential type that this version knows. */
export const isCredentialType = (value: unknown): value is CredentialType =>
  typeof value === 'string' && Object.hasOwn(credentialTypes, value)
