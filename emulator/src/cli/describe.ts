/** Describes the customers and accounts of an emulator in lines of text. @module */
import type { Customer, InternalAccount } from 'embedded-wallet-auth/wire'
import type { Emulator } from '../index.js'
import { accountsOf, customersOf } from './ask.js'

/** The maximum number of customers that are shown. */
const shownCustomers = 5

/**
 * Resolves with lines about the first customers and their accounts. If there are more customers, the last line says how
 * many.
 */
export async function describeCustomers(emulator: Emulator): Promise<readonly string[]> {
  const { data, totalCount = data.length } = await customersOf(emulator, { limit: shownCustomers })
  const lines: string[] = []
  for (const customer of data) {
    lines.push(`  customer       ${customer.id} (${nameOf(customer)})`)
    const accounts = await accountsOf(emulator, customer.id)
    for (const account of accounts.data) lines.push(`    account      ${account.id} (${balanceOf(account)})`)
  }
  if (totalCount > data.length) lines.push(`  and ${totalCount - data.length} more customers`)
  return lines
}

const nameOf = ({ fullName, email, platformCustomerId }: Customer): string =>
  [fullName ?? platformCustomerId, ...(email === undefined ? [] : [email])].join(', ')

function balanceOf({ balance: { amount, currency } }: InternalAccount): string {
  const { code, decimals = 0 } = currency
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  // Drops zeros at the end, but keeps the first two decimals.
  const fraction = digits.slice(digits.length - decimals).replace(/(?<=^.{2,})0+$/, '')
  return `${fraction === '' ? whole : `${whole}.${fraction}`} ${code}`
}
