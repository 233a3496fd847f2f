/** The credential type SMS_OTP: one-time codes by text message, which come back encrypted. @module */
import { invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { Activity } from '../../signed/payload.js'
import { challengeWithCode, sendCode } from './codes.js'
import type { CredentialRow } from './credential-row.js'
import { confirmCode } from './encrypted-code.js'

/** The row of SMS_OTP in the table of credential types (wire-facts 11.2 [current]). */
export const smsOtp: CredentialRow = {
  existsCode: 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
  contact: 'phoneNumber',

  async register(context, account) {
    requireEncryption(context)
    const phoneNumber = context.state.customers.get(account.customerId)?.phoneNumber
    if (phoneNumber === undefined) throw invalidInput('The customer has no phone number.', 'phoneNumber')
    return {
      wire: { nickname: phoneNumber },
      proof: {},
      activity: updatePhoneNumber(account.wallet.userId, phoneNumber),
    }
  },

  registered: sendCode,

  revocation: (account) => updatePhoneNumber(account.wallet.userId, ''),

  challenge: challengeWithCode,

  async prove(call, credential, body) {
    requireEncryption(call.context)
    if (body.type !== 'SMS_OTP')
      throw invalidInput('The type must be that of the credential: SMS_OTP.', 'type')
    return confirmCode(call, credential, body)
  },
}

/** A service that only seals keys does not know this type. */
function requireEncryption({ facts }: Context): void {
  if (facts.codes === 'plain') throw invalidInput('The credential type is unknown.', 'type')
}

/**
 * The activity that changes a user's phone number. An empty number removes it. The activity is not described: it is the
 * counterpart of that for an e-mail address [our choice].
 */
export const updatePhoneNumber = (userId: string, userPhoneNumber: string): Activity => ({
  type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
  parameters: { userPhoneNumber, userId },
})
