/**
 * The types of credentials (AuthMethod), and what differs between them for more than one part of the library. This file
 * contains no schemas, so that the part of the library that loads first can import it without the validation library.
 * @module
 */

/**
 * All credential types that this version knows, with one row for each. `proof` is the kind of proof that a sign-in
 * needs; an `otp` is a code that the user enters. `sends` is what the service sends, at the platform's expense, when a
 * credential is created or challenged. `keyDelivery` is the value that this option of `createWallet` must have; with
 * another value, the codes would be sent back in plain text, which the service refuses.
 *
 * @example
 * const checksCode = flow.status === 'verifying' && credentialTypes[flow.type].proof === 'otp'
 */
export const credentialTypes = {
  PASSKEY: { proof: 'assertion', sends: 'nothing', keyDelivery: 'any' },
  EMAIL_OTP: { proof: 'otp', sends: 'email', keyDelivery: 'any' },
  SMS_OTP: { proof: 'otp', sends: 'sms', keyDelivery: 'client-held' },
  OAUTH: { proof: 'oidcToken', sends: 'nothing', keyDelivery: 'any' },
} as const

/** One of the names in {@link credentialTypes}. */
export type CredentialType = keyof typeof credentialTypes

/** The kind of proof that a verify call carries. */
export type ProofKind = (typeof credentialTypes)[CredentialType]['proof']

/** The credential types by the kind of their proof. As a field of an object, a type prints as the names themselves. */
export type TypesByProof = {
  readonly [Kind in ProofKind]: {
    [Type in CredentialType]: (typeof credentialTypes)[Type]['proof'] extends Kind ? Type : never
  }[CredentialType]
}

/** The service's error code for a second credential of a type. An account may have several identities of a provider. */
export type ExistsCode = `${Exclude<CredentialType, TypesByProof['oidcToken']>}_CREDENTIAL_ALREADY_EXISTS`

/** Whether a value is the name of a credential type that this version knows. */
export const isCredentialType = (value: unknown): value is CredentialType =>
  typeof value === 'string' && Object.hasOwn(credentialTypes, value)

/** The credential types that a wallet with this `keyDelivery` can use. */
export const typesFor = (keyDelivery: string = 'sealed'): readonly CredentialType[] =>
  // The type assertion is safe, because the names are those of the table.
  (Object.keys(credentialTypes) as CredentialType[]).filter((type) =>
    ['any', keyDelivery].includes(credentialTypes[type].keyDelivery),
  )
