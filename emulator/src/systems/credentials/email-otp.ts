/** The credential type EMAIL_OTP: one-time codes by e-mail. @module */
import { invalidInput } from '../../handler/api-error.js'
import { takeClientKey } from '../../handler/client-keys.js'
import type { Activity } from '../../signed/payload.js'
import { sealedDelivery, stubDelivery } from '../sessions/issue.js'
import { challengeWithCode, sendCode } from './codes.js'
import type { CredentialRow } from './credential-row.js'
import { confirmCode } from './encrypted-code.js'
import { countTry, refusedCode, wrongCode } from './wrong-code.js'

/** The row of EMAIL_OTP in the table of credential types. */
export const emailOtp: CredentialRow = {
  existsCode: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  contact: 'email',

  async register(context, account, body) {
    if (body.type !== 'EMAIL_OTP') throw invalidInput('The credential type must be EMAIL_OTP.', 'type')
    // The default is the customer's own e-mail address (wire-facts 10.1).
    const email = body.email ?? context.state.customers.get(account.customerId)?.email
    if (email === undefined) throw invalidInput('The customer has no e-mail address.', 'email')
    return { wire: { nickname: email }, proof: {}, activity: updateEmail(account.wallet.userId, email) }
  },

  registered: sendCode,

  revocation: (account) => updateEmail(account.wallet.userId, ''),

  challenge: challengeWithCode,

  async prove(call, credential, body) {
    const { context } = call
    if (body.type !== 'EMAIL_OTP')
      throw invalidInput('The type must be that of the credential: EMAIL_OTP.', 'type')
    if ('encryptedOtpBundle' in body) return confirmCode(call, credential, body)
    if (context.facts.codes === 'encrypted')
      throw invalidInput('The code must be encrypted.', 'encryptedOtpBundle')
    countTry(context, credential.wire.id)
    const clientKey = takeClientKey(context, body.clientPublicKey)
    if (context.magic.otp(body.otp)) return { clientKey, delivery: stubDelivery }
    const { code, ...rest } = credential
    if (!code || context.clock.now() >= code.expiresAt) throw refusedCode(context)
    if (code.code !== body.otp) throw wrongCode(context, credential)
    context.state.credentials.set(credential.wire.id, rest)
    return { clientKey, delivery: sealedDelivery }
  },
}

/** The activity that changes a user's e-mail address. An empty address removes it. */
export const updateEmail = (userId: string, userEmail: string): Activity => ({
  type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  parameters: { userEmail, userId },
})
