/**
 * Generates examples of request bodies from the schemas. They contain all required fields and some optional ones.
 * @module
 */
import { refName, type SchemaObject } from './schema-object.js'

type Components = Readonly<Record<string, SchemaObject>>

// The public key for the private key 1.
const basePoint =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'

/** Example values of named schemas. */
const byComponent: Readonly<Record<string, unknown>> = {
  Amount: 12_500,
  CalendarDate: '1815-12-10',
  ClientPublicKey: basePoint,
  SessionClientKey: basePoint,
  CountryCode: 'GB',
  CurrencyCode: 'USD',
  CustomerInfo: { FULL_NAME: 'Ada Lovelace' },
  EmailAddress: 'ada@example.com',
  PhoneNumber: '+442071234567',
  Timestamp: '2026-01-31T12:00:00Z',
  UmaAddress: '$ada@uma.example.com',
}

const sampleUuid = '00000000-0000-4000-8000-000000000000'

/**
 * Example values by field name. Generated examples contain all required fields, and the optional fields that are listed
 * here. If the schema requires one of several fields, the example contains the first of them.
 */
const byField: Readonly<Record<string, unknown>> = {
  accountNumber: '123456789',
  amount: 12_500,
  birthDate: '1815-12-10',
  code: '123456',
  cryptoNetwork: 'SOLANA',
  description: 'For the engine',
  destinationAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  email: 'ada@example.com',
  encryptedOtpBundle: '{"encappedPublic":"04…","ciphertext":"…"}',
  firstName: 'Ada',
  fullName: 'Ada Lovelace',
  identifier: '123-45-6789',
  inviteeUma: '$grace@uma.example.com',
  inviterUma: '$ada@uma.example.com',
  lastName: 'Lovelace',
  legalName: 'Analytical Engines Ltd',
  line1: '12 St James Square',
  lockedCurrencyAmount: 12_500,
  name: 'Payroll',
  nickname: 'My phone',
  oidcToken: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl',
  otp: '123456',
  ownershipPercentage: 50,
  postalCode: 'SW1Y 4JH',
  redirectUri: 'https://bank.example/done',
  registrationNumber: '12345000',
  routingNumber: '021000021',
  webhookEndpoint: 'http://localhost:3000/webhooks',
}

/**
 * Returns the examples of a body, by name. If the body has variants, there is one example for each variant, named after
 * the value of the field that distinguishes the variants, and if that is taken, also after the last field. Otherwise
 * there is a single example named `example`.
 *
 * @example
 * examplesOf(schema, components) // { INDIVIDUAL: { value: { customerType: 'INDIVIDUAL', … } }, BUSINESS: … }
 */
export function examplesOf(
  schema: SchemaObject,
  components: Components,
): Readonly<Record<string, { readonly value: unknown }>> {
  const { oneOf = [schema] } = target(schema, components)
  const examples: Record<string, { readonly value: unknown }> = {}
  for (const variant of oneOf) {
    const fields = Object.entries(variant.properties ?? {})
    const name = String(fields.find(([, { const: value }]) => value !== undefined)?.[1].const ?? 'example')
    const [last = ''] = fields.map(([field]) => field).reverse()
    examples[name in examples ? `${name}, ${last}` : name] = { value: exampleOf(variant, components, '') }
  }
  return examples
}

/**
 * Returns an example value for the schema of the field `field`. Throws if there is no example for the schema.
 */
export function exampleOf(schema: SchemaObject, components: Components, field: string): unknown {
  const component = schema.$ref === undefined ? undefined : refName(schema.$ref)
  const known = byComponent[component ?? ''] ?? byField[field]
  const { type, pattern, ...rest } = target(schema, components)
  const first = rest.const ?? rest.enum?.[0]
  if (first !== undefined) return first
  if (known !== undefined) return known
  const variant = rest.oneOf?.[0] ?? rest.anyOf?.[0]
  if (variant) return exampleOf(variant, components, field)
  if (type === 'object') return exampleObject(target(schema, components), components)
  if (type === 'array') return rest.items ? [exampleOf(rest.items, components, field)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number')
    return rest.minimum !== undefined && rest.minimum > 0 ? rest.minimum : 0
  if (type === 'string') return exampleText(pattern, field)
  throw new Error(`There is no example for the field "${field}".`)
}

function exampleText(pattern: string | undefined, field: string): string {
  const idType = /^\^([A-Za-z]+):\[/.exec(pattern ?? '')?.[1]
  if (idType !== undefined) return `${idType}:${sampleUuid}`
  if (/AccountId$/i.test(field)) return `InternalAccount:${sampleUuid}`
  // The pattern of base64url.
  if (pattern?.startsWith('^[\\w-]+')) return 'AQIDBAUGBwg'
  return field
}

function exampleObject(schema: SchemaObject, components: Components): Record<string, unknown> {
  const { properties = {}, required = [], allOf = [] } = schema
  const alternatives = allOf.flatMap(({ anyOf, oneOf }) => (anyOf ?? oneOf)?.[0]?.required ?? [])
  const wanted = new Set([...required, ...alternatives])
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => wanted.has(name) || name in byField)
      .map(([name, field]) => [name, exampleOf(field, components, name)]),
  )
}

/** Returns the schema that a reference points to, or the schema itself if it is not a reference. */
const target = (schema: SchemaObject, components: Components): SchemaObject =>
  schema.$ref === undefined ? schema : (components[refName(schema.$ref)] ?? schema)
