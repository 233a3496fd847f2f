/** SMS_OTP: a code that the service texts and the user enters. It is only sent back encrypted. @module */
import { CeremonyError } from '../../errors.js'
import { plainPhoneNumber } from '../../wire/phone-number.js'
import { otpDeadline } from './email-otp.js'
import type { CreationInput, Method } from './method.js'

/** The caller's input for the creation of an SMS_OTP credential. */
export interface SmsOtpInput extends CreationInput {
  readonly type: 'SMS_OTP'
  /**
   * The customer's phone number at the service, with its country code. It is not sent: the user is asked about it, and
   * a payload with another number is not stamped (`INPUT_INVALID`). An account's first credential is created without a
   * stamp, so compare the `nickname` of the result with this number.
   */
  readonly phoneNumber: string
}

/** The row of SMS_OTP in the table of credential types. */
export const smsOtp: Method<SmsOtpInput> = {
  type: 'SMS_OTP',
  challenge: 'code',
  deadline: () => otpDeadline,
  checkedInput({ phoneNumber }) {
    if (typeof phoneNumber !== 'string')
      throw new TypeError('credentials.create({ type: "SMS_OTP" }) needs { phoneNumber: string }.')
    const plain = plainPhoneNumber(phoneNumber)
    if (plain !== undefined) return { type: 'SMS_OTP', phoneNumber: plain }
    throw new CeremonyError(
      'INPUT_INVALID',
      'This is not a phone number with its country code and without a zero in brackets, such as +15551234567.',
    )
  },
  onlyOne: 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
  creationBody: async ({ type }, { accountId }) => ({ type, accountId }),
  consent: ({ type, phoneNumber }) => ({ type, phoneNumber }),
  // The activity is not described. It is the counterpart of that for an e-mail address [our choice].
  activities: {
    create: 'UPDATE_USER_PHONE_NUMBER',
    revoke: 'UPDATE_USER_PHONE_NUMBER',
    repeats: 'userPhoneNumber',
    otherNumber: 'The customer has another phone number at the service.',
  },
}
