/** Creates, finds, lists and deletes external accounts. @module */
import type {
  CreateExternalAccountBody,
  CustomerInfo,
  ExternalAccount,
  Page,
} from 'embedded-wallet-auth/wire'
import { ApiError, conflict, invalidCurrency, invalidInput, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { accountKey, accountKinds, identifierOf, suffixOf } from '../../money/account-kinds.js'
import { wrongNumbers } from '../../money/check-digits.js'
import { findCurrency } from '../../money/currencies.js'
import { newId } from '../../state/ids.js'
import type { ExternalAccountRecord } from '../../state/records/external-accounts.js'
import { verifyBeneficiary } from './beneficiary-check.js'

/**
 * Creates an external account, which is ACTIVE at once [our choice]. A new default UMA deposit account replaces the
 * customer's earlier default [our choice].
 *
 * Throws 404 for an unknown customer, 410 for a deleted customer, and 409 `CONFLICT` if the owner already has this
 * account. Throws 400 `INVALID_CURRENCY` if the account type does not support the currency, and 400
 * `INVALID_BANK_ACCOUNT` for wrong check digits in strict mode, and if {@link verifyBeneficiary} refuses the account.
 */
export function createExternalAccount(context: Context, body: CreateExternalAccountBody): ExternalAccount {
  const { currency, accountInfo, customerId, platformAccountId, defaultUmaDepositAccount = false } = body
  if (customerId !== undefined) presentCustomer(context, customerId)
  const kind = accountKinds[accountInfo.accountType]
  if (!findCurrency(currency) || !(kind.currencies ?? [currency]).includes(currency)) {
    throw invalidCurrency(`An account of this type does not support ${currency}.`, 'currency')
  }
  if (defaultUmaDepositAccount && customerId === undefined) {
    throw invalidInput(
      'Only an account of a customer can be the default for UMA deposits.',
      'defaultUmaDepositAccount',
    )
  }
  if (context.magic.accountNumbers === 'checked') refuseWrongNumbers(accountInfo)
  const identifier = identifierOf({ ...accountInfo }, kind)
  const suffix = suffixOf(identifier)
  const wire: ExternalAccount = {
    id: newId('ExternalAccount'),
    status: 'ACTIVE',
    currency,
    accountInfo: { ...accountInfo, paymentRails: kind.rails },
    customerId: customerId ?? null,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    ...(customerId === undefined ? {} : { defaultUmaDepositAccount }),
    ...('beneficiary' in accountInfo ? verifyBeneficiary(accountInfo.beneficiary, suffix) : {}),
  }
  refuseDuplicate(context, wire, body)
  if (customerId !== undefined && defaultUmaDepositAccount) giveWay(context, customerId)
  context.state.externalAccounts.set(wire.id, { wire, suffix })
  return wire
}

/** Throws 400 `INVALID_BANK_ACCOUNT` if a number of the account has wrong check digits or is malformed [our choice]. */
function refuseWrongNumbers(accountInfo: CreateExternalAccountBody['accountInfo']): void {
  const wrong = wrongNumbers({ ...accountInfo })
  if (wrong.length === 0) return
  throw new ApiError(
    400,
    'INVALID_BANK_ACCOUNT',
    `This account does not exist: ${wrong.map(([, words]) => words).join('; ')}.`,
    { details: { issues: wrong.map(([field]) => `accountInfo.${field}`) } },
  )
}

/** Throws 409 if the owner already has an account with the same fields, apart from the beneficiary. */
function refuseDuplicate(
  context: Context,
  wire: ExternalAccount,
  { accountInfo }: CreateExternalAccountBody,
): void {
  const { beneficiary: _, ...wanted } = { beneficiary: undefined, ...accountInfo }
  for (const known of context.state.externalAccounts.list({ where: { key: accountKey(wire) } })) {
    const { accountInfo: info } = known.wire
    if (Object.entries(wanted).every(([field, value]) => info[field] === value)) {
      throw conflict('This external account already exists.')
    }
  }
}

function giveWay(context: Context, customerId: string): void {
  for (const record of context.state.externalAccounts.list({ where: { customerId } })) {
    const { wire } = record
    if (!wire.defaultUmaDepositAccount) continue
    const changed = { ...record, wire: { ...wire, defaultUmaDepositAccount: false } }
    context.state.externalAccounts.set(wire.id, changed)
  }
}

/** Returns an external account by its id. Throws 404 if it is unknown or was deleted. */
export const externalAccountById = (context: Context, id: string): ExternalAccountRecord =>
  orNotFound(context.state.externalAccounts.get(id), 'external account')

/** Selects external accounts by owner: those of one customer, of all customers (`customer`), or of the platform. */
export type ExternalAccountOwner = { readonly customerId: string } | 'platform' | 'customer'

/** Returns a page of external accounts, oldest first. The query may contain `currency`, `limit` and `cursor`. */
export function externalAccountsPage(
  context: Context,
  owner: ExternalAccountOwner,
  query: ReadonlyMap<string, string>,
): Page<ExternalAccount> {
  const owned = typeof owner === 'string' ? { owner } : owner
  const where = { ...owned, currency: query.get('currency') }
  const page = pageFrom(context.state.externalAccounts, { where }, query)
  return { ...page, data: page.data.map(({ wire }) => wire) }
}

/**
 * Returns the external account that receives a customer's incoming UMA payments, or `undefined` if an internal account
 * receives them.
 */
export function depositAccountOf(context: Context, customerId: string): ExternalAccountRecord | undefined {
  return context.state.externalAccounts
    .list({ where: { customerId } })
    .find(({ wire }) => wire.defaultUmaDepositAccount)
}

/** Deletes an external account. Payments that have already started continue. Throws 404 for an unknown account. */
export function deleteExternalAccount(context: Context, id: string): void {
  externalAccountById(context, id)
  context.state.externalAccounts.delete(id)
}

/** The names in `counterpartyInformation` for the fields of a beneficiary. */
const names: Readonly<Record<string, string>> = {
  fullName: 'FULL_NAME',
  legalName: 'COMPANY_LEGAL_NAME',
  birthDate: 'BIRTH_DATE',
  nationality: 'NATIONALITY',
}

/**
 * Returns what is known about the owner of an account. The result is empty for an account without a beneficiary, such
 * as a wallet.
 */
export function counterpartyOf({ accountInfo }: ExternalAccount): CustomerInfo {
  const beneficiary: unknown = accountInfo['beneficiary']
  if (typeof beneficiary !== 'object' || beneficiary === null) return {}
  return Object.fromEntries(
    Object.entries(beneficiary).flatMap(([field, value]) => {
      const name = names[field]
      return name !== undefined && typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
