/** Gives a new embedded wallet its first credential (wire-facts 5.4 [reference]). @module */
import type { Context } from '../../handler/context.js'
import type { AccountRecord } from '../../state/state.js'
import { newAuthMethod } from './create.js'

/** Adds an EMAIL_OTP credential to a new wallet. No code is sent until the credential is challenged. */
export function startWithEmailOtp(context: Context, account: AccountRecord, email: string): void {
  const wire = newAuthMethod(context, account.id, 'EMAIL_OTP', { nickname: email })
  context.state.credentials.set(wire.id, { wire, challengedAt: [] })
}
