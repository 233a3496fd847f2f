/** The people in the demo: four customers with wallets, and three people whom the customers can pay. @module */
import type { Emulator } from 'embedded-wallet-auth-emulator'
import type { Payee } from '../agents-contract.js'
import type { Person, Receiver } from '../contract.js'
import { people } from '../people.js'
import { provisionPayees } from './agents/payees.js'
import type { CallService } from './service.js'

/** A customer with a wallet. */
export interface Customer extends Person {
  readonly customerId: string
  readonly accountId: string
  /** The account from which agents pay. */
  readonly pocketId: string
  /** The payees of agents: external accounts that belong to the customer. */
  readonly payees: readonly Payee[]
}

/** All people of the demo, with their ids at the service. */
export interface Cast {
  readonly customers: ReadonlyMap<string, Customer>
  readonly receivers: readonly Receiver[]
  /** The names of account holders, by account id, for the activity list. */
  readonly names: ReadonlyMap<string, string>
}

/** A past payment into the wallet. `from` is the payer's index in the list of receivers. */
interface Past {
  readonly from: number
  /** In the smallest unit. USDB has six decimals. */
  readonly amount: number
  readonly description: string
}

interface Role {
  /** The wallet's balance before the past payments, in the smallest unit. */
  readonly balance: number
  readonly past: readonly Past[]
  readonly credential?: false
  /** The customer authorizes each payment. The country is one of the EU, as an ISO 3166-1 alpha-2 code. */
  readonly sca?: { readonly region: string }
}

/** The roles, by the key of the person. */
const roles: Readonly<Record<string, Role>> = {
  ada: {
    balance: 1_250_000_000,
    past: [
      { from: 0, amount: 180_000_000, description: 'Compiler workshop' },
      { from: 1, amount: 42_500_000, description: 'Concert tickets' },
    ],
  },
  alan: {
    balance: 0,
    past: [
      { from: 1, amount: 320_000_000, description: 'Chess lessons' },
      { from: 0, amount: 160_000_000, description: 'Bicycle' },
    ],
    credential: false,
  },
  emmy: {
    balance: 600_000_000,
    past: [{ from: 0, amount: 75_000_000, description: 'Algebra lessons' }],
    sca: { region: 'DE' },
  },
}
const empty: Role = { balance: 0, past: [] }

const payees = [
  { name: 'Grace Hopper', email: 'grace@example.com', place: 'Lisbon, Portugal', currency: 'EUR' },
  { name: 'Linus Pauling', email: 'linus@example.com', place: 'Portland, United States', currency: 'USD' },
  { name: 'Luis Miramontes', email: 'luis@example.com', place: 'Tepic, Mexico', currency: 'MXN' },
] as const

/** In cents or centavos. It covers the past payments to customers. */
const payeeBalance = 5_000_000

/** Creates all people in an empty emulator. */
export async function provisionCast(emulator: Emulator, service: CallService): Promise<Cast> {
  const customers = new Map<string, Customer>()
  const names = new Map<string, string>()
  for (const person of people) {
    const { balance, credential, sca } = roles[person.key] ?? empty
    const { customer, account } = await emulator.provision({
      email: person.email,
      phoneNumber: person.phoneNumber,
      fullName: person.name,
      balance,
      ...(credential === false ? { credential } : {}),
      ...(sca && { region: sca.region, sca: {} }),
    })
    const pocket = await emulator.provision({
      customerId: customer.id,
      accountType: 'INTERNAL_CRYPTO',
      currency: account.balance.currency.code,
    })
    customers.set(person.key, {
      ...person,
      customerId: customer.id,
      accountId: account.id,
      pocketId: pocket.account.id,
      payees: await provisionPayees(service, customer.id),
    })
    names.set(account.id, person.name)
    names.set(pocket.account.id, 'Pocket for agents')
  }
  const receivers: Receiver[] = []
  for (const { name, email, place, currency } of payees) {
    const { account } = await emulator.provision({
      email,
      fullName: name,
      accountType: 'INTERNAL_FIAT',
      currency,
      balance: payeeBalance,
    })
    const { code, symbol = code, decimals = 2, name: currencyName = code } = account.balance.currency
    receivers.push({
      id: account.id,
      name,
      place,
      currency: { code, symbol, decimals, name: currencyName },
    })
    names.set(account.id, name)
  }
  for (const [key, { past }] of Object.entries(roles))
    await payInto(service, customers.get(key)?.accountId, past, receivers)
  return { customers, receivers, names }
}

/** Makes the past payments into a wallet. */
async function payInto(
  service: CallService,
  accountId: string | undefined,
  past: readonly Past[],
  receivers: readonly Receiver[],
): Promise<void> {
  for (const { from, amount, description } of past) {
    await service('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: receivers[from]?.id },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: amount,
      immediatelyExecute: true,
      description,
    })
  }
}
