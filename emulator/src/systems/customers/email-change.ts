/**
 * Changes the e-mail address of a customer and of all EMAIL_OTP credentials of the customer's wallets (wire-facts 6,
 * 7.3 [reference]).
 * @module
 */
import {
  type Customer,
  credentialTypes,
  defaultHeaderNames,
  type UpdateCustomerBody,
} from 'embedded-wallet-auth/wire'
import { ApiError, orNotFound } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { credentialsOf, walletById } from '../../handler/find-records.js'
import type { SignedOperation } from '../../signed/signed-retry.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'

/** Returns the EMAIL_OTP credentials of the customer's embedded wallets, oldest first. */
export function tiedCredentials(context: Context, customerId: string): CredentialRecord[] {
  return internalAccountsOf(context, customerId)
    .flatMap(({ id }) => credentialsOf(context, id))
    .filter(({ wire }) => credentialTypes[wire.type].sends === 'email')
    .sort((a, b) => Date.parse(a.wire.createdAt) - Date.parse(b.wire.createdAt))
}

/** Returns the sorted credential ids as one string, to detect whether the credentials have changed. */
export const setOf = (credentials: readonly CredentialRecord[]): string =>
  credentials
    .map(({ wire }) => wire.id)
    .sort()
    .join(' ')

/**
 * An update that changes a customer's e-mail address. `check` throws an `ApiError` if the update is not possible.
 * `apply` updates the customer.
 */
export interface EmailChange {
  readonly customerId: string
  readonly check: () => Customer
  readonly apply: () => Customer
}

/**
 * Returns the change as a signed operation. The service does not document which wallet signs; the emulator requires the
 * wallet with the customer's oldest EMAIL_OTP credential [our choice]. Throws 409 `EMAIL_OTP_EMAIL_ALREADY_EXISTS` if
 * another customer's EMAIL_OTP credential has the new address. The retry throws 409 `EMAIL_OTP_CREDENTIAL_SET_CHANGED`
 * if one of the customer's EMAIL_OTP credentials was added or revoked since the first request.
 */
export function prepareEmailChange(
  { context, body, header }: Call<UpdateCustomerBody>,
  { customerId, check, apply }: EmailChange,
): SignedOperation<Customer> {
  const email = body.email ?? ''
  const before = context.state.emailChanges.get(header(defaultHeaderNames.requestId) ?? '')
  const checkAll = (): void => {
    check()
    const tied = tiedCredentials(context, customerId)
    if (before !== undefined && before !== setOf(tied)) {
      const message = 'The EMAIL_OTP credentials of the customer have changed since the first request.'
      throw new ApiError(409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED', message)
    }
    requireFreeEmail(context, customerId, email)
  }
  checkAll()
  const oldest = orNotFound(tiedCredentials(context, customerId)[0], 'credential')
  const account = walletById(context, oldest.wire.accountId, 'customerId')
  return {
    account,
    activity: {
      type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
      parameters: { userEmail: email, userId: account.wallet.userId },
    },
    check: checkAll,
    perform: () => {
      for (const credential of tiedCredentials(context, customerId)) move(context, credential, email)
      return apply()
    },
  }
}

/** Changes a credential's e-mail address. A code that was sent to the old address becomes invalid. */
function move(context: Context, { code: _, ...credential }: CredentialRecord, email: string): void {
  const updatedAt = timestamp(context.clock.now())
  const wire = { ...credential.wire, nickname: email, updatedAt }
  context.state.credentials.set(wire.id, { ...credential, wire })
}

function requireFreeEmail(context: Context, customerId: string, email: string): void {
  for (const { wire } of context.state.credentials.list({ where: { email: email.toLowerCase() } })) {
    if (context.state.accounts.get(wire.accountId)?.customerId !== customerId) {
      const message = 'Another customer has a credential with this e-mail address.'
      throw new ApiError(409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS', message)
    }
  }
}
