/** What the executable says about its emulator: the facts that a program needs, and the customers. @module */
import {
  type CallInputs,
  type Client,
  type Customer,
  createClient,
  type InternalAccount,
  type Page,
} from 'embedded-wallet-auth/client'
import { apiVersion, type Profile } from 'embedded-wallet-auth/wire'
import { keyDeliveryOf } from '../handler/behaviour.js'
import type { Emulator, Mode } from '../index.js'

/** The facts about a running emulator. `--json` prints them under these names. */
export interface Facts {
  readonly baseUrl: string
  /** Base URL of the calls that control the emulator: inbox, clock, faults and more. */
  readonly controlUrl: string
  readonly tokenId: string
  readonly clientSecret: string
  /** The deployment of the service that the emulator plays at its start. */
  readonly profile: Profile
  /** Whether it takes magic values. */
  readonly mode: Mode
  /** Which forms of keys and codes it takes: `both`, `sealed`, `client-held`, or in words where that is a mixture. */
  readonly keyDelivery: string
  /** The public key that verifies signed exports: uncompressed SEC1, in hex. */
  readonly exportSigner: string
  /** The public key that verifies what codes are encrypted to: uncompressed SEC1, in hex. */
  readonly otpSigner: string
  /** The id of the first embedded wallet. */
  readonly accountId?: string
  /** The e-mail address of the customer who owns the account `accountId`. */
  readonly email?: string
  /** The id of an account in USD that receives payments: the first whose customer has no embedded wallet. */
  readonly shopId?: string
}

/**
 * Collects the facts about an emulator. Resolves with a function that adds the server's URL to them. Looks for an
 * embedded wallet and a shop only among the accounts of the first 20 customers.
 */
export async function factsOf(emulator: Emulator, profile: Profile): Promise<(url: string) => Facts> {
  const people = await walletAndShop(emulator)
  return (url) => ({
    baseUrl: `${url}/${apiVersion}`,
    controlUrl: `${url}/emulator/`,
    ...emulator.apiToken,
    profile,
    mode: emulator.facts().magicValues === 'none' ? 'strict' : 'sandbox',
    keyDelivery: keyDeliveryOf(emulator.facts()),
    exportSigner: emulator.exportSigner,
    otpSigner: emulator.otpSigner,
    ...people,
  })
}

async function walletAndShop(emulator: Emulator): Promise<Pick<Facts, 'accountId' | 'email' | 'shopId'>> {
  const { data: customers } = await customersOf(emulator, { limit: 20 })
  let found: Pick<Facts, 'accountId' | 'email' | 'shopId'> = {}
  for (const { id, email } of customers) {
    const { data: accounts } = await accountsOf(emulator, id)
    const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET')
    const shop = accounts.find(({ type, balance }) => type === 'INTERNAL_FIAT' && isInUsd(balance))
    if (wallet) found = { accountId: wallet.id, ...(email !== undefined && { email }), ...found }
    else if (shop) found = { shopId: shop.id, ...found }
  }
  return found
}

const isInUsd = ({ currency }: InternalAccount['balance']): boolean => currency.code === 'USD'

/** The names under which the templates, the examples and the documentation read the facts. */
const variables: readonly (readonly [string, keyof Facts])[] = [
  ['SERVICE_URL', 'baseUrl'],
  ['SERVICE_TOKEN_ID', 'tokenId'],
  ['SERVICE_SECRET', 'clientSecret'],
  ['SHOP_ID', 'shopId'],
  ['EXPORT_SIGNER', 'exportSigner'],
  ['OTP_SIGNER', 'otpSigner'],
  ['ACCOUNT_ID', 'accountId'],
  ['ACCOUNT_EMAIL', 'email'],
  ['EMULATOR_CONTROL_URL', 'controlUrl'],
  ['EMULATOR_PROFILE', 'profile'],
]

/** Returns the facts under those names, with `undefined` for what this emulator does not have. */
export const variablesOf = (facts: Facts): readonly (readonly [string, string | undefined])[] =>
  variables.map(([name, fact]) => [name, facts[fact]])

/** Returns a shell command that exports the API token, for `curl -u "$SERVICE_TOKEN_ID:$SERVICE_SECRET"`. */
export const exportLine = ({ tokenId, clientSecret }: Facts): string =>
  `export SERVICE_TOKEN_ID=${quote(tokenId)} SERVICE_SECRET=${quote(clientSecret)}`

const quote = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

type AskedEmulator = Pick<Emulator, 'fetch' | 'apiToken'>

/** Resolves with the first page of the customers that match the filters, oldest first. */
export const customersOf = (
  emulator: AskedEmulator,
  filters: CallInputs<'listCustomers'>,
): Promise<Page<Customer>> => clientOf(emulator).listCustomers(filters)

/** Resolves with the first page of a customer's accounts, oldest first. */
export const accountsOf = (emulator: AskedEmulator, customerId: string): Promise<Page<InternalAccount>> =>
  clientOf(emulator).listInternalAccounts({ customerId })

const clientOf = ({ fetch, apiToken: { tokenId, clientSecret } }: AskedEmulator): Client =>
  createClient({
    baseUrl: `https://emulator.test/${apiVersion}`,
    auth: { type: 'basic', tokenId, clientSecret },
    fetch,
  })

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
