/** The table of credential types, with one row for each. @module */
import type { CredentialType } from '../../wire/credential-type.js'
import type { creationInputs } from '../../wire/credentials.js'
import { type EmailOtpInput, emailOtp } from './email-otp.js'
import type { CreationDetails, CreationInput, Method } from './method.js'
import { type OauthDetails, type OauthInput, oauth } from './oauth.js'
import { type PasskeyInput, passkey } from './passkey.js'
import { type SmsOtpInput, smsOtp } from './sms-otp.js'

/** The caller's input for the creation of a credential of any type. */
export type AnyCreationInput = PasskeyInput | EmailOtpInput | SmsOtpInput | OauthInput

/** The row of any credential type. */
export type AnyMethod = Method<CreationInput, AnyDetails>

type AnyDetails = CreationDetails<Exclude<AnyCreationInput, OauthInput>> | OauthDetails

/** The text that the contract names for the input of a type. */
type Named<Type extends CredentialType> = Exclude<(typeof creationInputs)[Type], 'nothing'>

/** The texts of an input. */
type Texts<Input extends CreationInput> = Exclude<keyof CreationDetails<Input>, 'type'>

/** The input of a type: `never` if its texts are not those that the contract names. */
type InputOf<Type extends CredentialType, Input = AnyCreationInput> = Input extends CreationInput & {
  readonly type: Type
}
  ? [Texts<Input>, Named<Type>] extends [Named<Type>, Texts<Input>]
    ? Input
    : never
  : never

/** One row for each credential type. */
export const methods: {
  readonly [Type in CredentialType]: Method<InputOf<Type>, Extract<AnyDetails, { readonly type: Type }>>
} = {
  PASSKEY: passkey,
  EMAIL_OTP: emailOtp,
  SMS_OTP: smsOtp,
  OAUTH: oauth,
}

/** Returns the row of a credential type. @throws TypeError for an unknown type; the message lists the known types */
export function methodOf(type: CredentialType): AnyMethod {
  if (!Object.hasOwn(methods, type)) {
    throw new TypeError(`The credential type is unknown. Known types: ${Object.keys(methods).join(', ')}.`)
  }
  return methods[type]
}
