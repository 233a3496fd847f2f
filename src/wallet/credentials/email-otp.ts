/** EMAIL_OTP: a code mailed by the service, entered by the person. @module */
import type { Method } from './method.js'

/** A code is awaited for 15 minutes after the last one was sent. */
const otpDeadline = 15 * 60_000

export const emailOtp: Method<'EMAIL_OTP'> = {
  type: 'EMAIL_OTP',
  proof: 'otp',
  challenge: 'code',
  deadline: () => otpDeadline,
  onlyOne: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  sendsCodeOnCreation: true,
  check({ otp }) {
    // Length and alphabet are the platform's to choose, so only what no code can be is refused.
    if (typeof otp !== 'string' || otp.trim() === '' || otp.length > 64) {
      throw new TypeError('submit() needs { otp }: the code as the person typed it, 1 to 64 characters.')
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
