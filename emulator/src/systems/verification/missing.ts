/** Finds the fields and documents that a verification still needs (Verification, Error item). @module */
import { type Customer, proofsOfAddress, type VerificationError } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'

/**
 * Returns what is missing for the verification of a customer. A business needs a registration number and the birth
 * dates of its owners. An individual needs a name, a birth date, a nationality, an address and a document that proves
 * the address [our choice].
 */
export function missingOf(context: Context, customer: Customer): readonly VerificationError[] {
  if (customer.customerType === 'BUSINESS') {
    const { registrationNumber } = customer.businessInfo ?? {}
    const owners = context.state.beneficialOwners.list({ where: { customerId: customer.id } })
    return [
      ...(registrationNumber === undefined
        ? [missingField(customer.id, 'customer.businessInfo.registrationNumber')]
        : []),
      ...owners.flatMap(({ id, personalInfo }) =>
        personalInfo.birthDate === undefined ? [missingField(id, 'personalInfo.birthDate')] : [],
      ),
    ]
  }
  const { fullName, birthDate, nationality, address } = customer
  const fields: Readonly<Record<string, unknown>> = {
    fullName,
    birthDate,
    nationality,
    // An address is either complete or absent, so all its fields are missing if `address` is missing.
    'address.line1': address,
    'address.postalCode': address,
    'address.country': address,
  }
  return [
    ...Object.entries(fields).flatMap(([path, value]) =>
      value === undefined ? [missingField(customer.id, `customer.${path}`)] : [],
    ),
    ...(hasProofOfAddress(context, customer.id) ? [] : [missingProofOfAddress(customer.id)]),
  ]
}

const missingField = (resourceId: string, field: string): VerificationError => ({
  resourceId,
  type: 'MISSING_FIELD',
  reason: `${field} is missing.`,
  field,
})

const missingProofOfAddress = (resourceId: string): VerificationError => ({
  resourceId,
  type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  reason: 'A document that proves the address is missing.',
  acceptedDocumentTypes: proofsOfAddress,
})

function hasProofOfAddress(context: Context, holder: string): boolean {
  const accepted: readonly string[] = proofsOfAddress
  return context.state.documents
    .list({ where: { documentHolder: holder } })
    .some(({ wire }) => accepted.includes(wire.documentType))
}
