/**
 * Reads a cast from JSON and sets it up in an emulator. A cast is the set of customers, accounts and balances that the
 * emulator starts with.
 * @module
 */

import { CountryCode, EmailAddress, PhoneNumber, parse, type Schema } from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import { Sca } from '../control/bodies.js'
import { createEmulator, type Emulator, type ProvisionOptions } from '../index.js'
import { customersOf } from './facts.js'

/** An account of a cast. */
export interface CastAccount extends Pick<ProvisionOptions, 'currency' | 'balance'> {
  readonly type: NonNullable<ProvisionOptions['accountType']>
}

/** A customer of a cast. */
export interface CastMember
  extends Pick<ProvisionOptions, 'fullName' | 'email' | 'phoneNumber' | 'region' | 'sca'> {
  /** The platform's own id for the customer. A customer whose id already exists is not set up again. */
  readonly platformCustomerId: string
  readonly accounts: readonly CastAccount[]
}

/** The whole cast. */
export interface Cast {
  readonly customers: readonly CastMember[]
}

const word = (max: number): v.GenericSchema<unknown, string> =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max))

const Account: Schema<CastAccount> = v.strictObject({
  type: v.picklist(['EMBEDDED_WALLET', 'INTERNAL_FIAT', 'INTERNAL_CRYPTO']),
  currency: v.exactOptional(word(16)),
  balance: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})

const Member: Schema<CastMember> = v.strictObject({
  platformCustomerId: word(256),
  fullName: v.exactOptional(word(256)),
  email: v.exactOptional(EmailAddress),
  phoneNumber: v.exactOptional(PhoneNumber),
  region: v.exactOptional(CountryCode),
  sca: v.exactOptional(Sca),
  accounts: v.pipe(v.array(Account), v.minLength(1)),
})

const Cast: Schema<Cast> = v.strictObject({ customers: v.array(Member) })

/** The cast that is used if the user names no file. */
export const defaultCast: Cast = {
  customers: [
    {
      platformCustomerId: 'ada',
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      accounts: [
        { type: 'EMBEDDED_WALLET', balance: 125_500_000 },
        { type: 'INTERNAL_FIAT', currency: 'USD', balance: 1_000_00 },
      ],
    },
    {
      platformCustomerId: 'grace',
      fullName: 'Grace Hopper',
      email: 'grace@example.com',
      accounts: [{ type: 'EMBEDDED_WALLET' }, { type: 'INTERNAL_FIAT', currency: 'EUR' }],
    },
    {
      platformCustomerId: 'shop',
      fullName: 'Corner Shop',
      accounts: [{ type: 'INTERNAL_FIAT', currency: 'USD' }],
    },
  ],
}

/** Reads a cast. Rejects with a `RangeError` that names every invalid field. */
export async function readCast(text: string): Promise<Cast> {
  const parsed = parse(Cast, jsonOf(text))
  if (!parsed.ok) {
    const issues = parsed.issues.map(({ path, expected }) => `${path || 'the cast'}: ${wish(expected)}`)
    throw new RangeError(issues.join('\n'))
  }
  const { customers } = parsed.value
  for (const field of ['platformCustomerId', 'email'] as const) {
    const values = customers.flatMap((member) => member[field] ?? [])
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    if (twice !== undefined)
      throw new RangeError(`customers: two customers have the same ${field}: "${twice}"`)
  }
  await tryOut(parsed.value)
  return parsed.value
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RangeError(error instanceof Error ? error.message : 'The text is not JSON.')
  }
}

/**
 * Says what is wrong with a field. For an unknown field, the schema library reports that it expected `never`. For a
 * missing field, it reports that it expected the name of the field, in quotes.
 */
function wish(expected: string): string {
  if (expected === 'never') return 'is not a known field'
  return expected.startsWith('"') && !expected.includes('|') ? 'is missing' : `expected ${expected}`
}

/**
 * Tries the cast out in a temporary emulator, so that an unusable cast changes nothing. Rejects with a `RangeError` if
 * it is unusable.
 */
async function tryOut({ customers }: Cast): Promise<void> {
  const scratch = createEmulator()
  for (const [c, { accounts, sca }] of customers.entries()) {
    for (const [a, { type: accountType, ...account }] of accounts.entries()) {
      await scratch.provision({ accountType, ...account, ...(sca && { sca }) }).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        throw new RangeError(`customers.${c}.accounts.${a}: ${message}`)
      })
    }
  }
}

/**
 * Sets up a cast and resolves with the number of new customers. A customer whose `platformCustomerId` already exists
 * stays as it is, so the same cast can be set up again.
 */
export async function setUp(emulator: Emulator, { customers }: Cast): Promise<number> {
  let made = 0
  for (const { accounts, ...member } of customers) {
    const { platformCustomerId } = member
    const known = await customersOf(emulator, { platformCustomerId, isIncludingDeleted: true })
    if (known.data.length > 0) continue
    let owner: object = member
    for (const { type: accountType, ...account } of accounts) {
      const { customer } = await emulator.provision({ ...owner, accountType, ...account })
      owner = { customerId: customer.id }
    }
    made += 1
  }
  return made
}
