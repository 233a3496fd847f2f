/**
 * Makes random values that a schema accepts, or almost accepts. They are derived from the schema, so that new fields
 * are tried too.
 * @module
 */
import fc from 'fast-check'
import type { IdType } from '../../src/wire/ids.js'

/**
 * A place for an id that is only known at run time. `pick` selects one of the ids of the type that have been seen so
 * far.
 */
export interface IdPlace {
  readonly $id: IdType | 'account' | 'clientPublicKey'
  readonly pick: number
}

/** The properties of a schema that are read here. All of them are public in the validation library. */
export interface Part {
  readonly type: string
  readonly pipe?: readonly Part[]
  readonly requirement?: unknown
  readonly entries?: Readonly<Record<string, Part>>
  readonly item?: Part
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly wrapped?: Part
  readonly value?: Part
}

type Values = fc.Arbitrary<unknown>

/** The currencies of the accounts. */
export const currencies: fc.Arbitrary<string> = fc.constantFrom('USD', 'EUR', 'USDB', 'MXN', 'BTC', 'USDC')
const umaAddresses = fc.constantFrom(
  '$success.usd@sandbox.uma.money',
  '$success.eur@sandbox.uma.money',
  '$fail.compliance.usd@sandbox.uma.money',
  '$ada@elsewhere.example',
)
/** Identifiers whose last three digits choose an outcome in the sandbox, and some whose do not. */
const endings = fc.constantFrom('000', '001', '002', '003', '004', '005', '006', '007', '102', '105', '123')
/** Amounts that an account of the sequences can usually pay, and now and then amounts that no account can pay. */
export const amounts: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 50_000_00 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1, max: 1 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
)

/** Values for fields whose meaning follows from their names. */
const byName: Readonly<Record<string, Values>> = {
  accountId: place('account'),
  sourceAccountId: place('account'),
  destinationAccountId: place('account'),
  currency: currencies,
  currencyCode: currencies,
  currencies: currencies,
  receivingCurrencyCode: currencies,
  umaAddress: umaAddresses,
  senderUmaAddress: umaAddresses,
  receiverUmaAddress: umaAddresses,
  email: fc.constantFrom('ada@example.com', 'grace@example.com', 'linus@example.com'),
  otp: fc.constantFrom('000000', '111111'),
  oidcToken: fc.constantFrom('sandbox-valid-oidc-token', 'e30.e30.e30'),
  accountNumber: endings.map((ending) => `1234567${ending}`),
  clabeNumber: endings.map((ending) => `032180000118359${ending}`),
  iban: endings.map((ending) => `DE89370400440532013${ending}`),
  registrationNumber: endings,
  lastName: endings.map((ending) => `Hopper${ending}`),
  redirectUri: fc.constant('https://platform.example/back'),
  webhookEndpoint: fc.constant('http://127.0.0.1:9/hook'),
  createdAt: fc.constant('2026-01-01T00:00:00.000Z'),
}

/** Makes a place for an id of the type. The id is chosen when the call is sent. */
export function place(type: IdPlace['$id']): Values {
  return fc.nat({ max: 999 }).map((pick): IdPlace => ({ $id: type, pick }))
}

/** Returns values for a schema, derived from its properties and, inside objects, from the names of the fields. */
export function valuesOf(schema: unknown, name = ''): Values {
  // Every schema of the contract is an object of the validation library.
  const part = schema as Part
  const named = byName[name]
  if (named && part.type === 'string' && idType(part) === undefined) return named
  switch (part.type) {
    case 'string':
      return texts(part)
    case 'number':
      return numbers(part)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(part.literal)
    case 'picklist':
      return fc.constantFrom(...(part.options ?? []))
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return objects(part.entries ?? {})
    case 'array':
      return fc.array(valuesOf(part.item, name), { ...lengths(part, 3), maxLength: 3 })
    case 'record':
      return fc.dictionary(fc.constantFrom('FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'), valuesOf(part.value))
    case 'variant':
    case 'union':
      return fc.oneof(...(part.options ?? []).map((option) => valuesOf(option, name)))
    case 'nullable':
    case 'nullish':
      return fc.option(valuesOf(part.wrapped, name))
    case 'optional':
    case 'exact_optional':
      // Usually left out, because a call with every optional field hardly ever succeeds.
      return fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: valuesOf(part.wrapped, name) },
      )
    case 'unknown':
      return fc.jsonValue()
    case 'blob':
      return fc.constant('a file')
    default:
      throw new Error(`No values are known for a schema of type ${part.type}.`)
  }
}

const objects = (entries: Readonly<Record<string, Part>>): Values =>
  fc.record(Object.fromEntries(Object.entries(entries).map(([name, part]) => [name, valuesOf(part, name)])))

function texts(part: Part): Values {
  const type = idType(part)
  if (type !== undefined) return place(type)
  if (actions(part).includes('iso_timestamp'))
    return fc.constantFrom('2025-12-31T00:00:00Z', '2026-01-02T00:00:00Z')
  if (actions(part).includes('email')) return byName['email'] ?? fc.emailAddress()
  if (actions(part).some((type) => type === 'iso_date')) return fc.constantFrom('1815-12-10', '1990-02-28')
  const [pattern] = patternsOf(part)
  if (pattern) return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gimy]/g, '')))
  return fc.string({ ...lengths(part, 0), maxLength: 24, unit: 'grapheme' })
}

const patternsOf = (part: Part): readonly RegExp[] =>
  requirements(part, 'regex').filter((each) => each instanceof RegExp)

/** Returns the type of the ids that a schema accepts, if it accepts only ids. */
function idType(part: Part): IdType | undefined {
  const [type] = patternsOf(part).flatMap(({ source }) => /^\^(\w+):\[0-9a-f\]\{8\}/.exec(source)?.[1] ?? [])
  // The pattern begins with the name of the type.
  return type as IdType | undefined
}

function numbers(part: Part): Values {
  const [min = Number.MIN_SAFE_INTEGER] = requirements(part, 'min_value').filter(
    (each) => typeof each === 'number',
  )
  const [max = Number.MAX_SAFE_INTEGER] = requirements(part, 'max_value').filter(
    (each) => typeof each === 'number',
  )
  if (max - min < 1000) return fc.integer({ min, max })
  return amounts
}

const actions = (part: Part): readonly string[] => (part.pipe ?? []).map(({ type }) => type)

const requirements = (part: Part, type: string): readonly unknown[] =>
  (part.pipe ?? []).flatMap((each) =>
    each.type === type ? [each.requirement] : each.pipe ? requirements(each, type) : [],
  )

function lengths(part: Part, otherwise: number): { readonly minLength: number } {
  const [min = otherwise] = requirements(part, 'min_length').filter((each) => typeof each === 'number')
  return { minLength: min }
}
