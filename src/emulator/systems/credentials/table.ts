/** The credential types, one row each. @module */
import type { CredentialType } from '../../../wire/credential-type.js'
import type { CredentialMethod } from './credential-row.js'
import { emailOtp } from './email-otp.js'
import { oauth } from './oauth.js'
import { passkey } from './passkey.js'

/** The row of each type. */
export const methods: Readonly<Record<CredentialType, CredentialMethod>> = {
  PASSKEY: passkey,
  EMAIL_OTP: emailOtp,
  OAUTH: oauth,
}
