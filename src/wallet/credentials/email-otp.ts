/** EMAIL_OTP: a code that the service sends by e-mail and the user enters. @module */
import type { CreationInput, Method } from './method.js'

/** How long a code is awaited, in milliseconds from when the last code was sent. */
const otpDeadline = 15 * 60_000

/** What a caller passes to create an EMAIL_OTP credential. */
export interface EmailOtpInput extends CreationInput {
  readonly type: 'EMAIL_OTP'
  readonly email: string
}

/** The row of EMAIL_OTP. */
export const emailOtp: Method<EmailOtpInput> = {
  type: 'EMAIL_OTP',
  proof: 'otp',
  challenge: 'code',
  deadline: () => otpDeadline,
  onlyOne: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  sendsCodeOnCreation: true,
  check({ otp }) {
    // The platform chooses the length and alphabet of codes, so only texts that cannot be a code are refused.
    if (typeof otp !== 'string' || otp.trim() === '' || otp.length > 64) {
      throw new TypeError('submit() needs { otp: string }: the code as typed, 1 to 64 characters.')
    }
  },
  verifyBody: ({ otp = '' }, clientPublicKey) => ({ type: 'EMAIL_OTP', otp: otp.trim(), clientPublicKey }),
  async createBody({ email }, { accountId }) {
    if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) {
      throw new TypeError('credentials.create({ type: "EMAIL_OTP" }) needs `email`, an e-mail address.')
    }
    return { type: 'EMAIL_OTP', accountId, email }
  },
}
