/**
 * Changes the e-mail address or the phone number of a customer and of all credentials of the customer's wallets whose
 * codes are sent there (wire-facts 6, 7.3 [reference]).
 * @module
 */
import { type Customer, defaultHeaderNames, type UpdateCustomerBody } from 'embedded-wallet-auth/wire'
import { ApiError, orNotFound } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { credentialsOf, walletById } from '../../handler/find-records.js'
import type { SignedOperation } from '../../signed/signed-retry.js'
import type { CredentialRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import type { Contact } from '../credentials/credential-row.js'
import { updateEmail } from '../credentials/email-otp.js'
import { methods } from '../credentials/methods.js'
import { updatePhoneNumber } from '../credentials/sms-otp.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'

/** What differs between the two contacts. */
interface ContactRow {
  readonly name: string
  /** The error code if another customer's credential has the contact. */
  readonly taken: string
  readonly activity: typeof updateEmail
}

const contacts: Readonly<Record<Contact, ContactRow>> = {
  email: {
    name: 'e-mail address',
    taken: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    activity: updateEmail,
  },
  // The service lists no code of its own for this [our choice].
  phoneNumber: { name: 'phone number', taken: 'CONFLICT', activity: updatePhoneNumber },
}

/** Every contact. */
export const contactFields: readonly Contact[] = ['email', 'phoneNumber']

/** Returns the credentials of the customer's embedded wallets whose codes go to the contact, oldest first. */
export function tiedCredentials(context: Context, customerId: string, contact: Contact): CredentialRecord[] {
  return internalAccountsOf(context, customerId)
    .flatMap(({ id }) => credentialsOf(context, id))
    .filter(({ wire }) => methods[wire.type].contact === contact)
    .sort((a, b) => Date.parse(a.wire.createdAt) - Date.parse(b.wire.createdAt))
}

/** Returns the contact and the sorted credential ids as one string, to detect whether the credentials have changed. */
export const setOf = (contact: Contact, credentials: readonly CredentialRecord[]): string =>
  [contact, ...credentials.map(({ wire }) => wire.id).sort()].join(' ')

/**
 * An update that changes a customer's contact. `check` throws an `ApiError` if the update is not possible.
 * `apply` updates the customer.
 */
export interface ContactChange {
  readonly customerId: string
  readonly contact: Contact
  readonly check: () => Customer
  readonly apply: () => Customer
}

/**
 * Returns the change as a signed operation. The service does not document which wallet signs; the emulator requires the
 * wallet with the customer's oldest credential of this kind [our choice]. Throws 409 if another customer's credential
 * has the new address or number. The retry throws 409 `EMAIL_OTP_CREDENTIAL_SET_CHANGED` if one of the customer's
 * credentials of this kind was added or revoked since the first request.
 */
export function prepareContactChange(
  { context, body, header }: Call<UpdateCustomerBody>,
  { customerId, contact, check, apply }: ContactChange,
): SignedOperation<Customer> {
  const value = body[contact] ?? ''
  const before = context.state.contactChanges.get(header(defaultHeaderNames.requestId) ?? '')
  const checkAll = (): void => {
    check()
    const tied = tiedCredentials(context, customerId, contact)
    if (before !== undefined && before !== setOf(contact, tied)) {
      const message = 'The credentials of the customer have changed since the first request.'
      throw new ApiError(409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED', message)
    }
    requireFree(context, customerId, contact, value)
  }
  checkAll()
  const oldest = orNotFound(tiedCredentials(context, customerId, contact)[0], 'credential')
  const account = walletById(context, oldest.wire.accountId, 'customerId')
  return {
    account,
    activity: contacts[contact].activity(account.wallet.userId, value),
    check: checkAll,
    perform: () => {
      for (const credential of tiedCredentials(context, customerId, contact)) move(context, credential, value)
      return apply()
    },
  }
}

/** Changes where a credential's codes are sent. A code that was sent to the old contact becomes invalid. */
function move(context: Context, { code: _, ...credential }: CredentialRecord, value: string): void {
  const updatedAt = timestamp(context.clock.now())
  const wire = { ...credential.wire, nickname: value, updatedAt }
  context.state.credentials.set(wire.id, { ...credential, wire })
}

function requireFree(context: Context, customerId: string, contact: Contact, value: string): void {
  const { taken, name } = contacts[contact]
  for (const { wire } of context.state.credentials.list({ where: { contact: value.toLowerCase() } })) {
    if (context.state.accounts.get(wire.accountId)?.customerId !== customerId)
      throw new ApiError(409, taken, `Another customer has a credential with this ${name}.`)
  }
}
