/** The credential types, one row each. @module */
import type { CredentialType } from '../../wire/credential-type.js'
import { emailOtp } from './email-otp.js'
import type { Method } from './method.js'
import { oauth } from './oauth.js'
import { passkey } from './passkey.js'

export const methods: { readonly [Type in CredentialType]: Method<Type> } = {
  PASSKEY: passkey,
  EMAIL_OTP: emailOtp,
  OAUTH: oauth,
}

/** The row of a type. @throws TypeError for anything that is no credential type */
export function methodOf(type: CredentialType): Method {
  if (!Object.hasOwn(methods, type)) {
    throw new TypeError(`Unknown credential type; known are ${Object.keys(methods).join(', ')}.`)
  }
  // Whoever has a row by its type gives it inputs of that type, which the type system cannot follow across the union.
  return methods[type] as Method
}
