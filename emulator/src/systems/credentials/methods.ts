/** The rows of all credential types. @module */
import type { CredentialType } from 'embedded-wallet-auth/wire'
import type { CredentialRow } from './credential-row.js'
import { emailOtp } from './email-otp.js'
import { oauth } from './oauth.js'
import { passkey } from './passkey.js'
import { smsOtp } from './sms-otp.js'

/** The row of each credential type. */
export const methods: Readonly<Record<CredentialType, CredentialRow>> = {
  PASSKEY: passkey,
  EMAIL_OTP: emailOtp,
  SMS_OTP: smsOtp,
  OAUTH: oauth,
}
