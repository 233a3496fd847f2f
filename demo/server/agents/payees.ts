/**
 * The payees of agents. They are bank accounts that belong to the customer, because agents can pay only such accounts.
 * @module
 */
import * as v from 'valibot'
import type { Payee } from '../../agents-contract.js'
import type { CallService } from '../service.js'

interface Payable {
  readonly name: string
  readonly about: string
  readonly currency: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

const dollars = (legalName: string, accountNumber: string): Payable['accountInfo'] => ({
  accountType: 'USD_ACCOUNT',
  accountNumber,
  routingNumber: '021000021',
  beneficiary: { beneficiaryType: 'BUSINESS', legalName },
})

const payables: readonly Payable[] = [
  {
    name: 'Grace Hopper',
    about: 'Rent for the studio',
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'PT50000201231234567890154',
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        fullName: 'Grace Hopper',
        address: { line1: 'Rua do Cais 7', city: 'Lisbon', postalCode: '1100-101', country: 'PT' },
      },
    },
  },
  {
    name: 'Tideline Electric',
    about: 'Power and light',
    currency: 'USD',
    accountInfo: dollars('Tideline Electric', '000123456700'),
  },
  {
    name: 'Mill Road Gym',
    about: 'Its bank sends every payment back',
    currency: 'USD',
    // The last three digits decide the outcome of a payment (Sandbox test behaviors).
    accountInfo: dollars('Mill Road Gym', '000123456002'),
  },
]

const Kept: v.GenericSchema<unknown, { readonly id: string }> = v.looseObject({ id: v.string() })

export async function provisionPayees(service: CallService, customerId: string): Promise<readonly Payee[]> {
  const kept: Payee[] = []
  for (const { name, about, currency, accountInfo } of payables) {
    const body = { customerId, currency, accountInfo }
    const { id } = v.parse(Kept, await service('POST', '/customers/external-accounts', body))
    kept.push({ id, name, about, currency })
  }
  return kept
}
