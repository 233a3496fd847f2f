/**
 * Changes a customer's e-mail address in all EMAIL_OTP credentials of the customer's wallets, or in none of them
 * (wire-facts 6, 7.3 [reference]).
 * @module
 */
import type { Customer, UpdateCustomerBody } from '../../../wire/customers.js'
import { defaultHeaderNames } from '../../../wire/headers.js'
import { ApiError, notFound } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { credentialsOf, walletById } from '../../handler/find-records.js'
import type { SignedOperation } from '../../signed/signed-retry.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { internalAccountsOf } from '../internal-accounts/of-owner.js'

/** Returns the EMAIL_OTP credentials of the customer's embedded wallets, oldest first. */
export function tiedCredentials(context: Context, customerId: string): CredentialRecord[] {
  return internalAccountsOf(context, customerId)
    .flatMap(({ id }) => credentialsOf(context, id))
    .filter(({ wire }) => wire.type === 'EMAIL_OTP')
    .sort((a, b) => Date.parse(a.wire.createdAt) - Date.parse(b.wire.createdAt))
}

/** Returns a text that is the same for two lists if they contain the same credentials, and different otherwise. */
export const setOf = (credentials: readonly CredentialRecord[]): string =>
  credentials
    .map(({ wire }) => wire.id)
    .sort()
    .join(' ')

/**
 * An update that changes the e-mail address. `check` throws an `ApiError` if the update is not possible. `apply`
 * updates the customer.
 */
export interface EmailChange {
  readonly customerId: string
  readonly check: () => Customer
  readonly apply: () => Customer
}

/**
 * Returns the change as a signed operation. It must be signed by a session of the wallet that has the customer's oldest
 * EMAIL_OTP credential. The service does not document which wallet has to sign [our choice]. Throws 409
 * `EMAIL_OTP_EMAIL_ALREADY_EXISTS` if an EMAIL_OTP credential of another customer has the new address. On the retry it
 * throws 409 `EMAIL_OTP_CREDENTIAL_SET_CHANGED` if an EMAIL_OTP credential was added or revoked since the first leg.
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
      const message = 'The EMAIL_OTP credentials of the customer have changed since the first leg.'
      throw new ApiError(409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED', message)
    }
    requireFreeEmail(context, customerId, email)
  }
  checkAll()
  const [oldest] = tiedCredentials(context, customerId)
  if (!oldest) throw notFound('credential')
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

/** Changes the address of a credential. A code that was mailed to the old address becomes invalid. */
function move(context: Context, { code: _, ...credential }: CredentialRecord, email: string): void {
  const updatedAt = timestamp(context.clock.now())
  const wire = { ...credential.wire, nickname: email, updatedAt }
  context.state.credentials.set(wire.id, { ...credential, wire })
}

function requireFreeEmail(context: Context, customerId: string, email: string): void {
  for (const { wire } of context.state.credentials.list({ where: { email: email.toLowerCase() } })) {
    if (context.state.accounts.get(wire.accountId)?.customerId !== customerId) {
      throw new ApiError(
        409,
        'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
        'A credential of another customer has this address.',
      )
    }
  }
}
