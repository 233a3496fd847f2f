/** The table of credential types: one row each. @module */
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

/** The row of a type. @throws TypeError for an unknown type, with the known ones in the message */
export function methodOf(type: CredentialType): Method {
  if (!Object.hasOwn(methods, type)) {
    throw new TypeError(`Unknown credential type; known are ${Object.keys(methods).join(', ')}.`)
  }
  // Callers pass each row only input of its own type. The compiler cannot follow that across the union.
  return methods[type] as Method
}
