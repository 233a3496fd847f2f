/** EMAIL_OTP: a code that the service sends by e-mail and the user enters. @module */
import { CeremonyError } from '../../errors.js'
import { plainEmail } from '../../wire/email-address.js'
import { plainCode } from '../../wire/plain-code.js'
import type { CreationInput, Method } from './method.js'

/** How long to wait for the user to enter a code after the last code was sent, in milliseconds. */
export const otpDeadline: number = 15 * 60_000

/** The caller's input for the creation of an EMAIL_OTP credential. */
export interface EmailOtpInput extends CreationInput {
  readonly type: 'EMAIL_OTP'
  /** The address that codes are mailed to. */
  readonly email: string
}

/**
 * Throws for a text that cannot be a code. Only impossible codes are refused, because the platform chooses the length
 * and alphabet of codes.
 */
export function checkCode(otp: unknown): void {
  if (typeof otp !== 'string') throw new TypeError('submit() needs { otp: string }: the code as typed.')
  if (plainCode(otp) === '' || otp.trim().length > 64)
    throw new CeremonyError('INPUT_INVALID', 'A code has 1 to 64 characters.')
}

/** The row of EMAIL_OTP in the table of credential types. */
export const emailOtp: Method<EmailOtpInput> = {
  type: 'EMAIL_OTP',
  challenge: 'code',
  deadline: () => otpDeadline,
  verifyBody: ({ otp = '' }, clientPublicKey) => ({
    type: 'EMAIL_OTP',
    otp: plainCode(otp),
    clientPublicKey,
  }),
  checkedInput({ email }) {
    if (typeof email !== 'string')
      throw new TypeError('credentials.create({ type: "EMAIL_OTP" }) needs { email: string }.')
    const plain = plainEmail(email)
    if (plain !== undefined) return { type: 'EMAIL_OTP', email: plain }
    throw new CeremonyError('INPUT_INVALID', 'This is not an e-mail address.')
  },
  onlyOne: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  creationBody: async ({ type, email }, { accountId }) => ({ type, accountId, email }),
  consent: ({ type, email }) => ({ type, email }),
  // An e-mail address is removed by setting it to the empty string.
  activities: { create: 'UPDATE_USER_EMAIL', revoke: 'UPDATE_USER_EMAIL', repeats: 'userEmail' },
}
