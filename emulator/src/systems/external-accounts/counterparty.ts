/**
 * The `counterpartyInformation` of a payment to or from an external account: what is known about the account's owner
 * (Transaction, counterpartyInformation).
 * @module
 */
import type { CustomerInfo, ExternalAccount } from 'embedded-wallet-auth/wire'

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
