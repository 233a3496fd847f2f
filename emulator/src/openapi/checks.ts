/** Describes, in JSON Schema, the checks that the schemas in `src/wire` implement as functions. @module */
import type { SchemaObject } from './schema-object.js'

/**
 * What a check means in JSON Schema: keywords that express it, words for what keywords cannot express, or both. If both
 * are absent, another keyword already covers the check.
 */
export interface DescribedCheck {
  readonly keywords?: SchemaObject
  readonly words?: string
}

/**
 * Requires at least one of the fields. `anyOf` is wrapped in `allOf`, because type generators drop the fields of an
 * object that has a plain `anyOf`.
 */
const anyOf = (...fields: string[]): DescribedCheck => ({
  keywords: { allOf: [{ anyOf: fields.map((field) => ({ required: [field] })) }] },
})

/** The checks, by name. */
export const checks: Readonly<Record<string, DescribedCheck>> = {
  'accountNumber or iban': anyOf('accountNumber', 'iban'),
  'accountNumber or phoneNumber': anyOf('accountNumber', 'phoneNumber'),
  'receiverUmaAddress or customerId': anyOf('receiverUmaAddress', 'customerId'),
  'name or isPaused': anyOf('name', 'isPaused'),
  'state or fundingSources': anyOf('state', 'fundingSources'),
  'at least one field': anyOf(
    'permissions',
    'defaultExecutionMode',
    'spendingLimits',
    'accountRestrictions',
    'approvalThresholds',
  ),
  'exactly one of invoice, bolt12, lightningAddress': {
    keywords: {
      allOf: [{ oneOf: ['invoice', 'bolt12', 'lightningAddress'].map((field) => ({ required: [field] })) }],
    },
  },
  'no fundingSources if state is CLOSED': {
    keywords: {
      not: { properties: { state: { const: 'CLOSED' } }, required: ['state', 'fundingSources'] },
    },
  },
  'currency with amount': {
    keywords: {
      allOf: [{ anyOf: [{ required: ['currency'] }, { properties: { amount: { type: 'null' } } }] }],
    },
  },
  // The pattern beside it already covers this check.
  'an IBAN without spaces': {},
  URL: { keywords: { format: 'uri' } },
  'an e-mail address': { keywords: { format: 'email' } },
  'distinct values': { keywords: { uniqueItems: true } },
  'distinct currency codes': { words: 'each currencyCode at most once' },
  'minAmount not above maxAmount': { words: 'minAmount is at most maxAmount' },
  // The formats "date" and "date-time" already cover this check.
  'a date that exists': {},
  'safe integer': { words: 'at most 9007199254740991' },
}
